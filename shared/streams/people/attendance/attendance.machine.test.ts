import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createActor, initialTransition } from 'xstate';
import { businessDay, instantOf } from '#shared/core/day.ts';
import type { RecordedEvent } from '#shared/core/event.ts';
import { isRefusal } from '#shared/core/refusal.ts';
import { person, playServer } from '#tests/kit/played.ts';
import { attendance } from './attendance.ts';
import type { AttendanceEvent } from './attendance.machine.ts';
import { attendanceAccepts, attendanceMachine } from './attendance.machine.ts';
import { checkOutMachine } from './checkout.machine.ts';
import type { AttendanceRecord } from './record.ts';
import { noRecord } from './record.ts';

const today = '2026-11-18';
const now = instantOf(today, '10:00');
const base = { now, effectiveDesignationId: 11, online: true };
const open: AttendanceRecord = {
  ...noRecord(`101-${today}`),
  iEcicoId: 1,
  iCheckInCheckOutFlag: 1,
  dCheckInDateTime: new Date(now).toISOString(),
};
const onBreak: AttendanceRecord = {
  ...open,
  iBreakInBreakOutFlag: 1,
  iAllowCheckInCheckOut: 0,
  dBreakInDate: new Date(now).toISOString(),
};
const yesterday = { ...open, date: '2026-11-17' };

const closing = (minutes: number) => ({
  time: '10:00',
  closesAt: now + minutes * 60_000,
  allowedUntil: null,
});

const commands = ['CHECK_IN', 'REQUEST_DAY_START', 'BREAK_TOGGLE', 'CHECK_OUT'] as const;

/** One table for both sides: the server's folded state is what the console's machine shows and allows. */
const table: readonly (readonly [string, AttendanceRecord | null, object, unknown, readonly string[]])[] = [
  ['no record', null, {}, 'noRecord', ['CHECK_IN']],
  ['no record, before the cut-off', null, { dayStart: closing(1) }, 'noRecord', ['CHECK_IN']],
  [
    'no record, after the cut-off',
    null,
    { dayStart: closing(-1) },
    'noRecord',
    ['CHECK_IN', 'REQUEST_DAY_START'],
  ],
  [
    'no record, after the cut-off, allowed',
    null,
    { dayStart: { ...closing(-1), allowedUntil: now } },
    'noRecord',
    ['CHECK_IN'],
  ],
  ['after the cut-off, offline', null, { dayStart: closing(-1), online: false }, 'noRecord', []],
  [
    'working, after the cut-off',
    open,
    { dayStart: closing(-1) },
    { working: 'ready' },
    ['BREAK_TOGGLE', 'CHECK_OUT'],
  ],
  ['no record, not permitted', null, { effectiveDesignationId: 7 }, 'notPermitted', []],
  ['working', open, {}, { working: 'ready' }, ['BREAK_TOGGLE', 'CHECK_OUT']],
  [
    'working, right lost',
    open,
    { effectiveDesignationId: 7 },
    { working: 'ready' },
    ['BREAK_TOGGLE', 'CHECK_OUT'],
  ],
  ['working, offline', open, { online: false }, { working: 'ready' }, []],
  ['on call', { ...open, iOnCall: 1, iAllowCheckInCheckOut: 0 }, {}, { working: 'onCall' }, []],
  [
    'held back',
    { ...open, iAllowCheckInCheckOut: 0 },
    {},
    { working: 'blockedFromCheckOut' },
    ['BREAK_TOGGLE'],
  ],
  [
    'the flag as "1" counts',
    { ...open, iAllowCheckInCheckOut: '1' as never },
    {},
    { working: 'ready' },
    ['BREAK_TOGGLE', 'CHECK_OUT'],
  ],
  [
    'the flag as true does not',
    { ...open, iAllowCheckInCheckOut: true as never },
    {},
    { working: 'blockedFromCheckOut' },
    ['BREAK_TOGGLE'],
  ],
  ['on break', onBreak, {}, { onBreak: 'fine' }, ['BREAK_TOGGLE']],
  ['on a long break', onBreak, { now: now + 45 * 60_000 }, { onBreak: 'long' }, ['BREAK_TOGGLE']],
  ['checked out', { ...open, iCheckInCheckOutFlag: 0 }, {}, 'checkedOut', []],
  ['cancelled', { ...open, iCheckInCheckOutFlag: 0, iCancelFlag: 1 }, {}, 'noRecord', ['CHECK_IN']],
  [
    'yesterday, before six',
    yesterday,
    { now: instantOf(today, '00:30') },
    { previousDayOpen: 'working' },
    ['BREAK_TOGGLE', 'CHECK_OUT'],
  ],
  [
    'yesterday on break, before six',
    { ...onBreak, date: '2026-11-17' },
    { now: instantOf(today, '05:59') },
    { previousDayOpen: 'onBreak' },
    ['BREAK_TOGGLE'],
  ],
  ['yesterday, after six', yesterday, { now: instantOf(today, '06:00') }, { previousDayOpen: 'stale' }, []],
  ['yesterday, closed', { ...yesterday, iCheckInCheckOutFlag: 0 }, {}, 'noRecord', ['CHECK_IN']],
];

describe('the attendance machine', () => {
  it.each(table)('%s', (_title, record, more, value, legal) => {
    const input = { ...base, ...more, record };
    expect(initialTransition(attendanceMachine, input)[0].value).toEqual(value);
    expect(commands.filter((command) => attendanceAccepts(input, command))).toEqual(legal);
    const console_ = createActor(attendanceMachine, { input: { ...base, ...more } }).start();
    console_.send(record ? { type: 'RECORD_FOUND', record } : { type: 'RECORD_MISSING' });
    expect(console_.getSnapshot().value).toEqual(value);
    expect(commands.filter((type) => console_.getSnapshot().can({ type }))).toEqual(legal);
  });

  it('waits for the record, fails and tries again', () => {
    const actor = createActor(attendanceMachine, { input: base }).start();
    expect(actor.getSnapshot().value).toBe('loading');
    actor.send({ type: 'REJECTED', code: 'tooBusy', message: 'Busy' });
    expect(actor.getSnapshot().value).toBe('failed');
    actor.send({ type: 'RETRY' });
    expect(actor.getSnapshot().value).toBe('loading');
  });

  it('rolls a refused command back and keeps the reason', () => {
    const actor = createActor(attendanceMachine, { input: { ...base, record: null } }).start();
    actor.send({ type: 'CHECK_IN' });
    expect(actor.getSnapshot().value).toBe('checkingIn');
    actor.send({ type: 'REJECTED', code: 'previousDayOpen', message: 'Check out first.' });
    expect(actor.getSnapshot().value).toBe('noRecord');
    expect(actor.getSnapshot().context.error?.code).toBe('previousDayOpen');
  });

  it('keeps the dialog open, and refuses Yes when check-out became blocked', () => {
    const actor = createActor(attendanceMachine, { input: { ...base, record: open } }).start();
    actor.send({ type: 'CHECK_OUT' });
    const dialog = actor.getSnapshot().children.checkOut!;
    expect(dialog.getSnapshot().value).toBe('confirming');
    actor.send({
      type: 'RECORD_FOUND',
      record: { ...open, iAllowCheckInCheckOut: 0, causes: ['lease:queueitem-x-1'] },
    });
    expect(actor.getSnapshot().value).toBe('checkOut');
    dialog.send({ type: 'YES' });
    expect(dialog.getSnapshot().value).toBe('refused');
    expect(dialog.getSnapshot().context.reasons).toEqual(['lease']);
    dialog.send({ type: 'NO' });
    expect(actor.getSnapshot().value).toEqual({ working: 'blockedFromCheckOut' });
  });

  it('checks out on Yes, once the record says so', () => {
    const actor = createActor(attendanceMachine, { input: { ...base, record: open } }).start();
    actor.send({ type: 'CHECK_OUT' });
    const dialog = actor.getSnapshot().children.checkOut!;
    dialog.send({ type: 'YES' });
    expect(dialog.getSnapshot().value).toBe('submitting');
    actor.send({ type: 'RECORD_FOUND', record: { ...open, iCheckInCheckOutFlag: 0 } });
    expect(actor.getSnapshot().value).toBe('checkedOut');
  });

  it('closes the dialog when another tab was first; Esc means No', () => {
    const actor = createActor(checkOutMachine, { input: { ...base, today, record: open } }).start();
    actor.send({ type: 'OPEN' });
    actor.send({ type: 'RECORD', record: { ...open, iCheckInCheckOutFlag: 0 } });
    expect(actor.getSnapshot().value).toBe('alreadyDone');
    const other = createActor(checkOutMachine, { input: { ...base, today, record: open } }).start();
    other.send({ type: 'OPEN' });
    other.send({ type: 'ESC' });
    expect(other.getSnapshot().value).toBe('dismissed');
  });
});

describe('server and console', () => {
  it('are in the same state after any run of commands', () => {
    const edit = 'HR/attendanceDetails:edit';
    const reason = 'because it is so';
    const commands = fc.array(
      fc.tuple(
        fc.constantFrom<readonly [number | null, string, object]>(
          [101, 'checkIn', {}],
          [101, 'toggleBreak', {}],
          [101, 'checkOut', { confirmed: true }],
          [null, 'setCallPresence', { iOnCall: 1 }],
          [null, 'setCallPresence', { iOnCall: 0 }],
          [null, 'setAllowCheckInCheckOut', { cause: 'lease:a', holds: true }],
          [null, 'setAllowCheckInCheckOut', { cause: 'lease:a', holds: false }],
          [131, 'setAllowCheckInCheckOut', { iAllowCheckInCheckOut: 0, reason }],
          [131, 'setAllowCheckInCheckOut', { iAllowCheckInCheckOut: 1, reason }],
          [131, 'reopenDay', { reason }],
          [131, 'cancelAttendance', { reason }],
          [131, 'confirmAutoClose', { time: '23:00', reason }],
          [null, 'closeStaleDay', {}],
        ),
        fc.integer({ min: 0, max: 1 }),
        fc.integer({ min: 1, max: 240 }),
      ),
      { minLength: 1, maxLength: 40 },
    );
    fc.assert(
      fc.property(commands, (steps) => {
        const played = playServer([attendance], [person(101, 'Ravi'), person(131, 'Farhan')], {
          [edit]: [131],
        });
        let clock = instantOf(today, '08:00');
        const actor = createActor(attendanceMachine, {
          input: { now: clock, effectiveDesignationId: 11, online: true, record: null },
        }).start();
        let latest: AttendanceRecord | null = null;
        for (const [[as, name, input], back, minutes] of steps) {
          clock += minutes * 60_000;
          actor.send({ type: 'DAY_ROLLED', now: clock });
          const stream = `attendance-101-${businessDay(clock - back * 86_400_000)}`;
          if (name !== 'checkIn' && !played.log.some((event) => event.stream === stream)) continue;
          const outcome = played.command(as, stream, name, input, clock);
          if (isRefusal(outcome)) continue;
          for (const event of outcome as readonly RecordedEvent[])
            actor.send({ type: `SERVER.${event.type}`, event } as AttendanceEvent);
          const folded = played.state(stream) as AttendanceRecord;
          if (!latest || folded.date >= latest.date) latest = folded;
          const server = initialTransition(attendanceMachine, {
            now: clock,
            effectiveDesignationId: 11,
            online: true,
            record: latest,
          })[0];
          expect(actor.getSnapshot().value).toEqual(server.value);
          expect(actor.getSnapshot().context.record).toEqual(latest);
        }
      }),
      { numRuns: 150 },
    );
  });
});
