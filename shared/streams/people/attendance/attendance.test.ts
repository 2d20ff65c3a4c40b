import { describe, expect, it } from 'vitest';
import { instantOf } from '#shared/core/day.ts';
import { isRefusal } from '#shared/core/refusal.ts';
import { fill } from '#shared/core/translations.ts';
import { person, playServer, playStoryOf, emitted } from '#tests/kit/played.ts';
import { attendance } from './attendance.ts';
import { attendanceTranslations } from './translations.ts';

const today = '2026-11-18';
const at = (time: string, day = today) => instantOf(day, time);
const edit = 'HR/attendanceDetails:edit';
const server = () =>
  playServer(
    [attendance],
    [
      person(101, 'Ravi Kulkarni'),
      person(141, 'Anil Deshpande', { effectiveDesignationId: 7 }),
      person(131, 'Farhan Ali', { managerId: 5, effectiveDesignationId: 95 }),
      person(181, 'Sunita Pillai', { poos: [2], effectiveDesignationId: 8 }),
    ],
    { [edit]: [131, 181] },
  );
const ravi = (day = today) => `attendance-101-${day}`;

describe('the day of an employee', () => {
  it('goes from check-in over a break to check-out, with fixed and actual time', () => {
    const { command, state } = server();
    expect(emitted(command(101, ravi(), 'checkIn', {}, at('09:00')))).toEqual(['CheckedIn']);
    expect(state(ravi())).toMatchObject({
      iEcicoId: 1,
      iEmpId: 101,
      iPooId: 1,
      iDesignationId: 11,
      iOrgId: 1,
      iCheckInCheckOutFlag: 1,
      iBreakInBreakOutFlag: null,
      iAllowCalls: 1,
      iOnCall: 0,
      iAllowCheckInCheckOut: 1,
      bManualCheckIn: false,
      iCreatedBy: 101,
      iCancelFlag: 0,
    });
    expect(emitted(command(101, ravi(), 'toggleBreak', {}, at('11:00')))).toEqual(['BreakStarted']);
    expect(state(ravi())).toMatchObject({
      iBreakInBreakOutFlag: 1,
      dBreakInDate: new Date(at('11:00')).toISOString(),
      iAllowCalls: 0,
      iAllowCheckInCheckOut: 0,
    });
    expect(emitted(command(101, ravi(), 'toggleBreak', {}, at('11:20')))).toEqual(['BreakEnded']);
    expect(state(ravi())).toMatchObject({
      iBreakInBreakOutFlag: 0,
      dBreakOutDate: new Date(at('11:20')).toISOString(),
      iAllowCalls: 1,
      iAllowCheckInCheckOut: 1,
    });
    expect(emitted(command(101, ravi(), 'checkOut', { confirmed: true }, at('18:00')))).toEqual([
      'CheckedOut',
    ]);
    expect(state(ravi())).toMatchObject({
      iCheckInCheckOutFlag: 0,
      iAllowCalls: 0,
      dCheckOutDateTime: new Date(at('23:59:59')).toISOString(),
      dActualCheckOutDateTime: new Date(at('18:00')).toISOString(),
      iBreakMinutes: 20,
      iWorkedMinutes: 520,
    });
    const again = command(101, ravi(), 'checkIn', {}, at('18:30'));
    expect(again).toMatchObject({ code: 'alreadyCheckedOut', status: 409, details: { time: '18:00' } });
  });

  it('takes the fixed check-out time of the configuration', () => {
    const { command, state } = server();
    command(101, ravi(), 'checkIn', {}, at('09:00'));
    command(101, ravi(), 'checkOut', { confirmed: true }, at('18:00'), { fixedCheckOutTime: '20:30:00' });
    expect(state(ravi()).dCheckOutDateTime).toBe(new Date(at('20:30')).toISOString());
  });

  it('is only for permitted designations, one own day, one check-in', () => {
    const { command } = server();
    expect(emitted(command(141, `attendance-141-${today}`, 'checkIn', {}, at('09:00')))).toBe(
      'attendanceNotPermitted',
    );
    expect(emitted(command(131, ravi(), 'checkIn', {}, at('09:00')))).toBe('ownOnly');
    expect(emitted(command(101, ravi(), 'toggleBreak', {}, at('09:00')))).toBe('noCheckInToday');
    expect(emitted(command(101, ravi(), 'checkOut', { confirmed: true }, at('09:00')))).toBe(
      'noCheckInToday',
    );
    command(101, ravi(), 'checkIn', {}, at('09:00'));
    expect(command(101, ravi(), 'checkIn', {}, at('09:05'))).toMatchObject({
      code: 'alreadyCheckedIn',
      status: 409,
      details: { time: '09:00' },
    });
    expect(emitted(command(101, ravi('2026-11-19'), 'checkIn', {}, at('09:05')))).toBe('dayNotCome');
    expect(emitted(command(101, ravi('2026-11-17'), 'checkIn', {}, at('09:05')))).toBe('dayAlreadyClosed');
  });

  it('lets two tabs press break once', () => {
    const { command } = server();
    command(101, ravi(), 'checkIn', {}, at('09:00'));
    expect(emitted(command(101, ravi(), 'toggleBreak', { iBreakInBreakOutFlag: 1 }, at('10:00')))).toEqual([
      'BreakStarted',
    ]);
    expect(emitted(command(101, ravi(), 'toggleBreak', { iBreakInBreakOutFlag: 1 }, at('10:00')))).toBe(
      'breakUnchanged',
    );
  });

  it('blocks check-out during open work, calls and breaks, with the reason', () => {
    const { command, state } = server();
    command(101, ravi(), 'checkIn', {}, at('09:00'));
    expect(emitted(command(101, ravi(), 'checkOut', { confirmed: false }, at('10:00')))).toBe(
      'checkOutNotConfirmed',
    );
    command(
      null,
      ravi(),
      'setAllowCheckInCheckOut',
      { cause: 'lease:queueitem-signup-queue-7', holds: true },
      at('10:00'),
    );
    expect(state(ravi()).iAllowCheckInCheckOut).toBe(0);
    const held = command(101, ravi(), 'checkOut', { confirmed: true }, at('10:01'));
    expect(held).toMatchObject({ code: 'checkOutNotAllowed', status: 422, details: { codes: ['lease'] } });
    if (!isRefusal(held)) throw new Error('not refused');
    expect(fill(attendanceTranslations.en.checkOutNotAllowed, held.details)).toBe(
      'Check-out is not allowed yet: a queue row is in work.',
    );
    command(
      null,
      ravi(),
      'setAllowCheckInCheckOut',
      { cause: 'lease:queueitem-signup-queue-7', holds: false },
      at('10:02'),
    );
    command(null, ravi(), 'setCallPresence', { iOnCall: 1 }, at('10:03'));
    expect(emitted(command(101, ravi(), 'toggleBreak', {}, at('10:04')))).toBe('onCall');
    expect(emitted(command(101, ravi(), 'checkOut', { confirmed: true }, at('10:04')))).toBe('onCall');
    command(null, ravi(), 'setCallPresence', { iOnCall: 0 }, at('10:05'));
    command(101, ravi(), 'toggleBreak', {}, at('10:06'));
    expect(command(101, ravi(), 'checkOut', { confirmed: true }, at('10:07'))).toMatchObject({
      code: 'checkOutNotAllowed',
      details: { codes: ['onBreak'] },
    });
    command(101, ravi(), 'toggleBreak', {}, at('10:08'));
    expect(emitted(command(101, ravi(), 'checkOut', { confirmed: true }, at('10:09')))).toEqual([
      'CheckedOut',
    ]);
  });

  describe('a break asked for during a call', () => {
    const call = 'call:call-7';
    const onCall = () => {
      const at9 = server();
      at9.command(101, ravi(), 'checkIn', {}, at('09:00'));
      at9.command(null, ravi(), 'setCallPresence', { iOnCall: 1 }, at('10:00'));
      at9.command(null, ravi(), 'setAllowCheckInCheckOut', { cause: call, holds: true }, at('10:00'));
      return at9;
    };
    it('is remembered through the end of the call and begins with its disposition', () => {
      const { command, state } = onCall();
      expect(emitted(command(101, ravi(), 'requestBreak', { wanted: true }, at('10:01')))).toEqual([
        'BreakRequested',
      ]);
      expect(state(ravi()).breakRequestedAt).toBe(new Date(at('10:01')).toISOString());
      expect(emitted(command(null, ravi(), 'setCallPresence', { iOnCall: 0 }, at('10:05')))).toEqual([
        'OnCallChanged',
      ]);
      const freed = command(
        null,
        ravi(),
        'setAllowCheckInCheckOut',
        { cause: call, holds: false },
        at('10:06'),
      );
      expect(emitted(freed)).toEqual(['CheckOutAllowanceChanged', 'BreakStarted']);
      expect(state(ravi())).toMatchObject({
        iBreakInBreakOutFlag: 1,
        iAllowCalls: 0,
        breakRequestedAt: null,
        dBreakInDate: new Date(at('10:06')).toISOString(),
      });
    });
    it('can be taken back, and then does not begin', () => {
      const { command } = onCall();
      command(101, ravi(), 'requestBreak', { wanted: true }, at('10:01'));
      expect(emitted(command(101, ravi(), 'requestBreak', { wanted: true }, at('10:02')))).toBe(
        'breakUnchanged',
      );
      expect(emitted(command(101, ravi(), 'requestBreak', { wanted: false }, at('10:02')))).toEqual([
        'BreakRequestWithdrawn',
      ]);
      command(null, ravi(), 'setCallPresence', { iOnCall: 0 }, at('10:05'));
      expect(
        emitted(command(null, ravi(), 'setAllowCheckInCheckOut', { cause: call, holds: false }, at('10:06'))),
      ).toEqual(['CheckOutAllowanceChanged']);
    });
    it('begins at once where no call is left, belongs to its owner, and ends with the day', () => {
      const { command, state } = onCall();
      expect(emitted(command(131, ravi(), 'requestBreak', { wanted: true }, at('10:01')))).toBe('ownOnly');
      command(101, ravi(), 'requestBreak', { wanted: true }, at('10:01'));
      command(null, ravi(), 'closeStaleDay', {}, at('06:00', '2026-11-19'));
      expect(state(ravi()).breakRequestedAt).toBeNull();
      const idle = server();
      idle.command(101, ravi(), 'checkIn', {}, at('09:00'));
      expect(emitted(idle.command(101, ravi(), 'requestBreak', { wanted: true }, at('10:01')))).toEqual([
        'BreakStarted',
      ]);
    });
  });

  it('lets a team lead override open work, but not on their own day', () => {
    const { command, state } = server();
    command(101, ravi(), 'checkIn', {}, at('09:00'));
    command(
      null,
      ravi(),
      'setAllowCheckInCheckOut',
      { cause: 'task:appointment-9', holds: true },
      at('10:00'),
    );
    expect(
      emitted(
        command(
          101,
          ravi(),
          'setAllowCheckInCheckOut',
          { iAllowCheckInCheckOut: 1, reason: 'going home early' },
          at('10:01'),
        ),
      ),
    ).toBe('forbidden');
    expect(
      emitted(
        command(
          181,
          ravi(),
          'setAllowCheckInCheckOut',
          { iAllowCheckInCheckOut: 1, reason: 'going home early' },
          at('10:01'),
        ),
      ),
    ).toBe('notYourReportee');
    command(
      131,
      ravi(),
      'setAllowCheckInCheckOut',
      { iAllowCheckInCheckOut: 1, reason: 'going home early' },
      at('10:01'),
    );
    expect(state(ravi()).iAllowCheckInCheckOut).toBe(1);
    command(131, `attendance-131-${today}`, 'checkIn', {}, at('10:00'));
    expect(
      emitted(
        command(131, `attendance-131-${today}`, 'cancelAttendance', { reason: 'a wrong entry' }, at('10:01')),
      ),
    ).toBe('notYourself');
  });
});

describe('a day past midnight', () => {
  const next = '2026-11-19';
  it('keeps a break from 23:50 to 00:20 on its own date: 30 minutes, and no check-in meanwhile', () => {
    const { command, state } = server();
    command(101, ravi(), 'checkIn', {}, at('15:00'));
    command(101, ravi(), 'toggleBreak', {}, at('23:50'));
    expect(command(101, ravi(next), 'checkIn', {}, at('00:10', next))).toMatchObject({
      code: 'previousDayOpen',
      details: { date: '18-11-2026' },
    });
    expect(emitted(command(101, ravi(), 'toggleBreak', {}, at('00:20', next)))).toEqual(['BreakEnded']);
    expect(state(ravi()).iBreakMinutes).toBe(30);
    expect(emitted(command(101, ravi(), 'checkOut', { confirmed: true }, at('01:15', next)))).toEqual([
      'CheckedOut',
    ]);
    expect(state(ravi())).toMatchObject({
      dCheckOutDateTime: new Date(at('23:59:59')).toISOString(),
      dActualCheckOutDateTime: new Date(at('01:15', next)).toISOString(),
    });
    expect(emitted(command(101, ravi(next), 'checkIn', {}, at('01:20', next)))).toEqual(['CheckedIn']);
  });

  it('is auto-closed at 06:00, an open break first; then only the team lead corrects it', () => {
    const { command, state } = server();
    command(101, ravi(), 'checkIn', {}, at('15:00'));
    command(101, ravi(), 'toggleBreak', {}, at('23:50'));
    expect(emitted(command(null, ravi(), 'closeStaleDay', {}, at('05:59:59', next)))).toBe('noLongerNeeded');
    expect(emitted(command(101, ravi(), 'toggleBreak', {}, at('06:00', next)))).toBe('dayAlreadyClosed');
    expect(emitted(command(null, ravi(), 'closeStaleDay', {}, at('06:00', next)))).toEqual([
      'BreakEnded',
      'AttendanceAutoClosed',
    ]);
    expect(state(ravi())).toMatchObject({
      bAutoClosed: true,
      iCheckInCheckOutFlag: 0,
      iBreakMinutes: 10,
      dActualCheckOutDateTime: new Date(at('23:59:59')).toISOString(),
    });
    expect(emitted(command(101, ravi(), 'checkOut', { confirmed: true }, at('08:00', next)))).toBe(
      'dayAlreadyClosed',
    );
    expect(
      emitted(
        command(
          131,
          ravi(),
          'confirmAutoClose',
          { time: '00:30', reason: 'left after the last call' },
          at('09:00', next),
        ),
      ),
    ).toEqual(['AttendanceCorrected']);
    expect(state(ravi())).toMatchObject({
      bAutoClosed: false,
      dActualCheckOutDateTime: new Date(at('00:30', next)).toISOString(),
      dCheckOutDateTime: new Date(at('23:59:59')).toISOString(),
    });
    expect(
      emitted(
        command(
          131,
          ravi(),
          'confirmAutoClose',
          { time: '00:30', reason: 'left after the last call' },
          at('09:00', next),
        ),
      ),
    ).toBe('notAutoClosed');
  });

  it('knows today by the Indian calendar', () => {
    const { command } = server();
    expect(emitted(command(101, ravi(), 'checkIn', {}, Date.parse('2026-11-18T18:29:59Z')))).toEqual([
      'CheckedIn',
    ]);
    expect(emitted(command(101, ravi(next), 'checkIn', {}, Date.parse('2026-11-18T18:30:00Z')))).toBe(
      'previousDayOpen',
    );
  });
});

describe('a day corrected by others', () => {
  const by = { bManualCheckIn: true, reason: 'the phone was broken' };
  it('is regularized for today or a past day with both times', () => {
    const { command, state } = server();
    expect(emitted(command(131, ravi(), 'regularizeCheckIn', { ...by, time: '09:10' }, at('10:00')))).toEqual(
      ['CheckInRegularized'],
    );
    expect(state(ravi())).toMatchObject({
      bManualCheckIn: true,
      iCheckInCheckOutFlag: 1,
      dCheckInDateTime: new Date(at('09:10')).toISOString(),
      iCreatedBy: 131,
    });
    expect(
      emitted(
        command(
          131,
          ravi('2026-11-16'),
          'regularizeCheckIn',
          { ...by, time: '09:00', outTime: '18:00' },
          at('10:00'),
        ),
      ),
    ).toEqual(['CheckInRegularized']);
    expect(state(ravi('2026-11-16'))).toMatchObject({ iCheckInCheckOutFlag: 0, iWorkedMinutes: 540 });
  });
  it.each([
    ['2026-11-14', { time: '09:00', outTime: '18:00' }],
    ['2026-11-19', { time: '09:00' }],
    [today, { time: '10:30' }],
    ['2026-11-17', { time: '09:00' }],
    ['2026-11-17', { time: '07:00', outTime: '06:30' }],
  ])('is refused on %s with %o', (day, times) => {
    expect(
      emitted(server().command(131, ravi(day), 'regularizeCheckIn', { ...by, ...times }, at('10:00'))),
    ).toBe('regularizeRange');
  });
  it('is reopened the same day, and starts over with a new id after a cancellation', () => {
    const { command, state } = server();
    command(101, ravi(), 'checkIn', {}, at('09:00'));
    command(101, ravi(), 'checkOut', { confirmed: true }, at('12:00'));
    expect(
      emitted(command(131, ravi(), 'reopenDay', { reason: 'called back for a visit' }, at('13:00'))),
    ).toEqual(['AttendanceReopened']);
    expect(state(ravi())).toMatchObject({ iCheckInCheckOutFlag: 1, iBreakInBreakOutFlag: 0 });
    command(131, ravi(), 'cancelAttendance', { reason: 'a wrong entry' }, at('13:05'));
    expect(state(ravi()).iCancelFlag).toBe(1);
    expect(emitted(command(101, ravi(), 'checkIn', {}, at('13:10')))).toEqual(['CheckedIn']);
    expect(state(ravi())).toMatchObject({
      iEcicoId: 2,
      iCancelFlag: 0,
      iCheckInCheckOutFlag: 1,
      bManualCheckIn: false,
    });
  });
});

describe('a check-out of one’s own', () => {
  const out = () => {
    const played = server();
    played.command(101, ravi(), 'checkIn', {}, at('09:00'));
    played.command(101, ravi(), 'checkOut', { confirmed: true }, at('18:00'));
    return played;
  };
  it('is undone within 30 seconds, and the day goes on', () => {
    const { command, state } = out();
    expect(emitted(command(101, ravi(), 'undoCheckOut', {}, at('18:00') + 30_000))).toEqual([
      'CheckOutUndone',
    ]);
    expect(state(ravi())).toMatchObject({
      iCheckInCheckOutFlag: 1,
      iAllowCalls: 1,
      dCheckOutDateTime: null,
      dActualCheckOutDateTime: null,
      iWorkedMinutes: null,
    });
    expect(emitted(command(101, ravi(), 'checkOut', { confirmed: true }, at('18:30')))).toEqual([
      'CheckedOut',
    ]);
  });
  it('is undone after midnight on the day that it closed', () => {
    const { command, state } = server();
    command(101, ravi(), 'checkIn', {}, at('22:00'));
    command(101, ravi(), 'checkOut', { confirmed: true }, at('00:20', '2026-11-19'));
    expect(emitted(command(101, ravi(), 'undoCheckOut', {}, at('00:20', '2026-11-19') + 9_000))).toEqual([
      'CheckOutUndone',
    ]);
    expect(state(ravi()).iCheckInCheckOutFlag).toBe(1);
  });
  it('stands once the window is over', () => {
    expect(out().command(101, ravi(), 'undoCheckOut', {}, at('18:00') + 30_001)).toMatchObject({
      code: 'undoWindowOver',
      status: 410,
    });
  });
  it('is undone by nobody else, not twice, and not without a check-out', () => {
    const { command } = out();
    const soon = at('18:00') + 5_000;
    expect(command(131, ravi(), 'undoCheckOut', {}, soon)).toMatchObject({ code: 'ownOnly', status: 403 });
    command(101, ravi(), 'undoCheckOut', {}, soon);
    expect(command(101, ravi(), 'undoCheckOut', {}, soon)).toMatchObject({
      code: 'alreadyCheckedIn',
      status: 409,
    });
    expect(command(141, 'attendance-141-2026-11-18', 'undoCheckOut', {}, soon)).toMatchObject({
      code: 'notFound',
      status: 404,
    });
  });
  it('stands when a lead entered it', () => {
    const { command } = server();
    const entered = { bManualCheckIn: true, reason: 'the phone was broken', time: '09:00', outTime: '18:00' };
    expect(emitted(command(131, ravi(), 'regularizeCheckIn', entered, at('18:00')))).toEqual([
      'CheckInRegularized',
    ]);
    expect(command(101, ravi(), 'undoCheckOut', {}, at('18:00') + 5_000)).toMatchObject({
      code: 'undoWindowOver',
    });
  });
  it('stands once a lead has cancelled the day', () => {
    const { command } = server();
    command(101, ravi(), 'checkIn', {}, at('09:00'));
    command(101, ravi(), 'checkOut', { confirmed: true }, at('18:00'));
    command(131, ravi(), 'reopenDay', { reason: 'called back for a visit' }, at('18:00') + 2_000);
    command(101, ravi(), 'checkOut', { confirmed: true }, at('18:00') + 4_000);
    command(131, ravi(), 'cancelAttendance', { reason: 'a wrong entry' }, at('18:00') + 6_000);
    expect(command(101, ravi(), 'undoCheckOut', {}, at('18:00') + 8_000)).toMatchObject({
      code: 'noCheckInToday',
    });
  });
});

it('plays its story', () => {
  expect(playStoryOf(server(), attendance.story!)).toEqual([
    ['CheckedIn'],
    ['BreakStarted'],
    ['BreakEnded'],
    ['OnCallChanged'],
    ['BreakRequested'],
    ['BreakRequestWithdrawn'],
    ['OnCallChanged'],
    ['CheckedOut'],
    ['CheckOutUndone'],
    ['CheckedOut'],
  ]);
});
