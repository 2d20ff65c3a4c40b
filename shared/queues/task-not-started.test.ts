import { describe, expect, it } from 'vitest';
import { instantOf } from '../core/day.ts';
import type { StoredEvent } from '../core/event.ts';
import { compareRanks } from '../core/rank.ts';
import { queueFeed } from '../families/queue.ts';
import type { QueueDef } from '../families/queue.ts';
import { queuePolicy, withQueues } from '../families/queue-register.ts';
import { watchTaskStart } from '../policies/watch-task-start.ts';
import { appointmentSearch } from '../searches/appointment.ts';
import { directory, openLife, people } from '#tests/kit/life.ts';
import type { Life } from '#tests/kit/life.ts';
import { queueitem } from '../streams/calls/queueitem/queueitem.ts';
import { audit } from '../streams/core/audit.ts';
import { appointment } from '../streams/leads/appointment/appointment.ts';
import { setups, slots } from '../streams/leads/appointment/slots.ts';
import { taskNotStarted } from './task-not-started.ts';

const queue = taskNotStarted as unknown as QueueDef;
const policies = [watchTaskStart, queuePolicy(queue)!];
const minute = 60_000;
const booked = instantOf('2026-11-18', '08:00');
const slot = instantOf('2026-11-18', '11:00');
const iso = (at: number): string => new Date(at).toISOString();
const desk = {
  ...people.lead!,
  rights: new Set(['Out Bound/taskNotStarted:view', 'Out Bound/taskNotStarted:edit']),
};
const booker = { ...people.agent1!, rights: new Set(['Out Bound/outCall:create']) };
const input = {
  appDate: '2026-11-18',
  slotFrom: '11:00',
  iSlotType: 1,
  vAppType: 'setup',
  iAssignedTo: 102,
  iLeadId: 10_004,
  iPooId: 1,
  vAddress: '14, 4th Cross',
  lat: 12.93,
  lng: 77.58,
};
const here = { position: { lat: 12.9301, lng: 77.5801, accuracyM: 12 } };
const day = { 'attendance-102-2026-11-18': { iCheckInCheckOutFlag: 1, iBreakInBreakOutFlag: 0 } };
const item = 'queueitem-taskNotStarted-1';

/** Runs the reactions scheduled until `now`, in order of time. */
function until(life: Life, now: number): void {
  const done = new Set<string>();
  for (;;) {
    const due = life.log
      .flatMap((event) =>
        policies.flatMap((policy) =>
          policy.on.includes(event.type)
            ? policy.react(event, { directory }).map((react, at) => ({
                key: `${policy.name} ${event.id} ${at}`,
                react,
                from: Date.parse(event.at),
              }))
            : [],
        ),
      )
      .filter(({ key, react, from }) => !done.has(key) && (react.at ?? from) <= now)
      .toSorted((a, b) => (a.react.at ?? a.from) - (b.react.at ?? b.from))[0];
    if (!due) return;
    done.add(due.key);
    if (due.react.kind === 'command')
      life.command(due.react.stream, due.react.command, due.react.input, { now: due.react.at ?? due.from });
  }
}
function opened(more: object = {}): Life {
  const life = openLife([appointment, slots, setups, queueitem, audit], day);
  life.must('appointment-new', 'bookAppointment', { ...input, ...more }, { as: booker, now: booked });
  return life;
}
function overdue(): Life {
  const life = opened();
  until(life, slot + 5 * minute);
  return life;
}
function rows(log: readonly StoredEvent[]) {
  const all = new Map<string, NonNullable<ReturnType<typeof taskNotStarted.view.row>>>();
  for (const event of log.filter(({ stream }) => /^(appointment|queueitem)-/.test(stream)))
    for (const id of taskNotStarted.view.ids(event)) {
      const row = taskNotStarted.view.row(all.get(id), event, id);
      if (row) all.set(id, row);
      else all.delete(id);
    }
  return all;
}

describe('a task that nobody starts', () => {
  it('enters the queue five minutes after its slot, on a clock that always runs', () => {
    const life = opened();
    until(life, slot + 5 * minute - 1);
    expect(rows(life.log).size).toBe(0);
    until(life, slot + 5 * minute);
    expect(rows(life.log).get('1')).toMatchObject({
      ref: 'TK-000001',
      pooId: 1,
      customer: 'LD-010004',
      employee: { empId: 102, name: 'Divya Shenoy' },
      slotAt: iso(slot),
      enteredAt: iso(slot),
      warnAt: iso(slot + 5 * minute),
      breachAt: iso(slot + 15 * minute),
      stage: 'overdue',
      holder: null,
      version: 2,
    });
    expect(life.state(item)).toMatchObject({
      stage: 'waiting',
      face: { lease: null, escalateAt: iso(slot + 30 * minute) },
    });
  });
  it('is missed an hour after its end, which frees the slot and the setup visit', () => {
    const life = overdue();
    until(life, slot + 120 * minute);
    expect(life.state('appointment-1').iTaskStatus).toBe(5);
    expect(life.state('slots-102-2026-11-18').taken).toEqual([]);
    expect(life.state('setups-lead-10004').open).toBeNull();
    expect(rows(life.log).size).toBe(0);
    expect(life.state(item).stage).toBe('removed');
  });
  it('cannot be claimed', () => {
    expect(overdue().command(item, 'claim', {}, { as: desk })).toMatchObject({
      code: 'notClaimed',
      status: 409,
    });
  });
});

describe('a task that is started', () => {
  it('never enters the queue, or leaves it', () => {
    const early = opened();
    early.must('appointment-1', 'startTask', here, { as: 'agent2', now: slot - 15 * minute });
    until(early, slot + 120 * minute);
    expect(rows(early.log).size).toBe(0);
    expect(early.state('appointment-1').iTaskStatus).toBe(1);
    const late = overdue();
    expect(
      late.must('appointment-1', 'startTask', here, { as: 'agent2', now: slot + 15 * minute }).events[0],
    ).toMatchObject({
      data: { by: 102, lateMinutes: 15 },
    });
    until(late, slot + 120 * minute);
    expect(late.state(item).stage).toBe('removed');
  });
  it('is started by its own employee only, at work and within a quarter of an hour', () => {
    const life = opened();
    const start = (how: Parameters<Life['command']>[3]) =>
      life.command('appointment-1', 'startTask', here, how);
    expect(start({ as: 'agent1', now: slot })).toMatchObject({ code: 'taskNotYours', status: 403 });
    expect(start({ as: 'agent2', now: slot - 15 * minute - 1 })).toMatchObject({
      code: 'startTooEarly',
      details: { from: '10:45', to: '11:15' },
    });
    expect(start({ as: 'agent2', now: slot + 15 * minute + 1 })).toMatchObject({ code: 'startTooLate' });
    const away = openLife([appointment, slots, setups]);
    away.must('appointment-new', 'bookAppointment', input, { as: booker, now: booked });
    expect(away.command('appointment-1', 'startTask', here, { as: 'agent2', now: slot })).toMatchObject({
      code: 'notCheckedIn',
      status: 422,
    });
  });
});

describe('the desk of tasks not started', () => {
  const now = slot + 10 * minute;
  it('reassigns the task, and the row shows the new name', () => {
    const life = overdue();
    life.must(
      'appointment-1',
      'assignAppointment',
      { iAssignedTo: 103, reason: 'Divya is ill' },
      { as: desk, now },
    );
    expect(rows(life.log).get('1')).toMatchObject({
      employee: { empId: 103, name: 'Kiran Joseph' },
      calls: 0,
      stage: 'overdue',
    });
  });
  it('cannot reassign a task that is not overdue', () => {
    expect(
      opened().command(
        'appointment-1',
        'assignAppointment',
        { iAssignedTo: 103 },
        { as: desk, now: slot - minute },
      ),
    ).toMatchObject({
      code: 'notOverdue',
      status: 409,
    });
    expect(
      opened().command('appointment-1', 'markMissed', { reason: 'no reply' }, { as: desk, now: slot }),
    ).toMatchObject({ code: 'notOverdue' });
  });
  it('refuses the call with a reason when no number is known', () => {
    expect(overdue().command('appointment-1', 'callEmployee', {}, { as: desk, now })).toMatchObject({
      code: 'noPhone',
      details: { name: 'Divya Shenoy' },
    });
  });
  it('requests a reschedule, which locks the row until the decision', () => {
    const life = overdue();
    life.must(
      'appointment-1',
      'requestReschedule',
      { appDate: '2026-11-20', slotFrom: '10:00', reason: 'nobody at home' },
      { as: desk, now },
    );
    expect(rows(life.log).get('1')).toMatchObject({ stage: 'moving' });
    expect(
      life.command('appointment-1', 'markMissed', { reason: 'no reply' }, { as: desk, now }),
    ).toMatchObject({ code: 'taskLockedByRequest' });
    const { requestId } = life.state('appointment-1').request as { requestId: string };
    life.must('appointment-1', 'unlock', { requestId, approvalId: 1 }, { now });
    expect(rows(life.log).get('1')).toMatchObject({ stage: 'overdue' });
  });
  it('marks it missed with a reason', () => {
    const life = overdue();
    expect(life.command('appointment-1', 'markMissed', { reason: 'no' }, { as: desk, now })).toMatchObject({
      status: 400,
    });
    life.must('appointment-1', 'markMissed', { reason: 'no reply' }, { as: desk, now });
    expect(life.state('appointment-1').iTaskStatus).toBe(5);
    expect(
      life.command('appointment-1', 'markMissed', { reason: 'no reply' }, { as: desk, now }),
    ).toMatchObject({ code: 'taskClosed' });
  });
  it('cannot act in other places', () => {
    expect(
      overdue().command(
        'appointment-1',
        'markMissed',
        { reason: 'no reply' },
        { as: { ...desk, poos: [3] }, now },
      ),
    ).toMatchObject({ code: 'notFound' });
  });
});

describe('the queue', () => {
  it('sorts by arrival, pinned rows first', () => {
    const base = rows(overdue().log).get('1')!;
    const command = [
      base,
      { ...base, id: '2', slotAt: iso(slot - minute) },
      { ...base, id: '3', slotAt: iso(slot + minute), pinned: true },
    ];
    expect(
      command
        .toSorted((a, b) => compareRanks(taskNotStarted.rank(a), taskNotStarted.rank(b)))
        .map(({ id }) => id),
    ).toEqual(['3', '2', '1']);
  });
  it('is visible in one’s own places only', () => {
    const feed = queueFeed(taskNotStarted);
    const row = rows(overdue().log).get('1')!;
    expect([desk, people.mysuru!].map((viewer) => feed.see(row, feed.scope(viewer), '1') !== null)).toEqual([
      true,
      false,
    ]);
  });
  it('is where search opens its tasks', () => {
    const life = overdue();
    const links = (): (string | null)[] =>
      withQueues(appointmentSearch, [queue]).screens.map(({ link }) =>
        link(life.state('appointment-1'), '1'),
      );
    expect(links()[0]).toBe('/outBound/taskNotStarted?row=1');
    life.must('appointment-1', 'markMissed', { reason: 'no reply' }, { as: desk, now: slot + 10 * minute });
    expect(links()[0]).toBeNull();
  });
});
