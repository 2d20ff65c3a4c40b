import { describe, expect, it } from 'vitest';
import type { StoredEvent } from '#shared/core/event.ts';
import { instantOf } from '#shared/core/day.ts';
import { allowCheckOut } from '#shared/policies/allow-check-out.ts';
import { closeStaleDays } from '#shared/policies/close-stale-days.ts';
import { attendance } from '#shared/streams/people/attendance/attendance.ts';
import { notice } from '#shared/streams/notices/notice.ts';
import { person, playServer, playPolicies } from '#tests/kit/played.ts';
import { attendanceBoard, attendanceMe, attendanceView } from '#shared/feeds/attendance.ts';
import { tileCounts } from '#shared/families/wall-figures.ts';
import { marksOf } from '#tests/kit/wall.ts';
import { floorWall } from './floor.ts';

const boards = ['signup-queue', 'approvals', 'attendance'];

const now = Date.parse('2026-11-18T05:00:00.000Z');
const iso = (minutes: number) => new Date(now + minutes * 60_000).toISOString();
let position = 0;
const event = (stream: string, type: string, data: object, minutes: number): StoredEvent => ({
  position: (position += 1),
  stream,
  version: 1,
  id: `e${position}`,
  type,
  at: iso(minutes),
  actor: { kind: 'person', empId: 101, name: 'Ravi Kulkarni' },
  data,
  correlationId: '',
});
function folded<R>(
  view: {
    ids: (e: StoredEvent) => readonly string[];
    row: (row: R | undefined, e: StoredEvent, id: string) => R | null;
  },
  events: readonly StoredEvent[],
): Map<string, R> {
  const rows = new Map<string, R>();
  for (const one of events)
    for (const id of view.ids(one)) {
      const row = view.row(rows.get(id), one, id);
      if (row) rows.set(id, row);
      else rows.delete(id);
    }
  return rows;
}
const entered = (n: number, at: number) =>
  event(
    `queueitem-signup-queue-${n}`,
    'QueueItemEntered',
    {
      queue: 'signup-queue',
      subject: `signup-${n}`,
      ref: `SG-${n}`,
      enteredAt: iso(at),
      warnAt: iso(at + 60),
      breachAt: iso(at + 240),
    },
    at,
  );

describe('the wall', () => {
  const events = [
    entered(1, -300),
    entered(2, -90),
    entered(3, -10),
    event('queueitem-signup-queue-3', 'QueueItemClaimed', { empId: 101, name: 'Ravi Kulkarni' }, -5),
    entered(4, -20),
    event('queueitem-signup-queue-4', 'QueueItemCompleted', { empId: 101 }, -1),
    event('queueitem-other-queue-9', 'QueueItemEntered', { enteredAt: iso(0) }, 0),
    event(
      'approval-7',
      'ApprovalRequested',
      { dueAt: iso(10), requestedBy: { empId: 101, name: 'Ravi Kulkarni' }, text: 'phone 5550001111' },
      -20,
    ),
    event('approval-8', 'ApprovalRequested', { dueAt: iso(20) }, -1),
    event('approval-8', 'ApprovalStepApproved', { last: true }, 0),
    event('attendance-101-2026-11-18', 'CheckedIn', { iEcicoId: 31, name: 'Ravi Kulkarni' }, -200),
    event('attendance-101-2026-11-18', 'BreakStarted', { iEcicoId: 31 }, -50),
    event('attendance-102-2026-11-18', 'CheckedIn', { iEcicoId: 32, name: 'Divya Shenoy' }, -190),
    event('attendance-102-2026-11-18', 'OnCallChanged', { iEcicoId: 32, iOnCall: 1 }, -1),
  ];
  it('counts by the given clock', () => {
    const marks = marksOf(floorWall, events);
    expect(boards.map((board) => tileCounts({ board }, marks, now))).toEqual([
      { waiting: 3, held: 1, oldestAt: iso(-300), atRisk: 1, breached: 1 },
      { waiting: 1, held: 0, oldestAt: iso(-20), atRisk: 1, breached: 0 },
      { waiting: 2, held: 1, oldestAt: iso(-200), atRisk: 1, breached: 0 },
    ]);
    expect(tileCounts({ board: 'approvals' }, marks, now + 11 * 60_000)).toMatchObject({
      atRisk: 0,
      breached: 1,
    });
  });
  it('holds nobody’s name, number or text', () => {
    const marks = marksOf(floorWall, events);
    const text = JSON.stringify(marks);
    expect(text).not.toMatch(/Ravi|Divya|555|SG-|empId|"10[12]"/);
    for (const mark of marks)
      expect(Object.keys(mark).sort()).toEqual(['board', 'breachAt', 'id', 'since', 'state', 'warnAt']);
  });
});

describe('the attendance board', () => {
  const today = '2026-11-18';
  const at = (time: string, day = today) => instantOf(day, time);
  const people = [
    person(101, 'Ravi Kulkarni'),
    person(131, 'Farhan Ali', { poos: [2] }),
    person(181, 'Sunita Pillai'),
    person(201, 'Far Away', { poos: [3], managerId: null }),
  ];
  const view = (server: ReturnType<typeof playServer>) =>
    folded(
      attendanceView,
      server.log
        .filter((message) => message.stream.startsWith('attendance'))
        .map((message, i) => ({ ...message, position: i + 1, id: `e${i}`, correlationId: '' })),
    );

  it("shows each employee's latest day to their place, their manager and themselves", () => {
    const server = playServer([attendance, notice], people, { 'HR/attendanceDetails:edit': [181] });
    server.command(101, `attendance-101-${today}`, 'checkIn', {}, at('09:00'));
    server.command(101, `attendance-101-${today}`, 'toggleBreak', {}, at('10:00'));
    server.command(
      181,
      'attendance-101-2026-11-16',
      'regularizeCheckIn',
      { bManualCheckIn: true, time: '09:00', outTime: '18:00', reason: 'the phone was broken' },
      at('10:30'),
    );
    const row = view(server).get('101')!;
    expect(row).toMatchObject({
      id: '101',
      date: today,
      state: 'onBreak',
      reasons: ['onBreak'],
      name: 'Ravi Kulkarni',
    });
    const sees = (empId: number) =>
      attendanceBoard.see(row, attendanceBoard.scope(server.viewerOf(empId)), '101') !== null;
    expect([181, 131, 201].map(sees)).toEqual([true, true, false]);
    expect(
      [101, 181].map(
        (empId) => attendanceMe.see(row, attendanceMe.scope(server.viewerOf(empId)), '101') !== null,
      ),
    ).toEqual([true, false]);
  });

  it('blocks check-out while a row is claimed, closes at 06:00 and notifies the team lead', () => {
    const server = playServer([attendance, notice], people);
    const policies = playPolicies(server, [allowCheckOut, closeStaleDays]);
    const stream = `attendance-101-${today}`;
    server.command(101, stream, 'checkIn', {}, at('20:00'));
    const work = (type: string, where: string, data: object, when: number) => {
      const reactions = allowCheckOut.react(
        { ...event(where, type, data, 0), at: new Date(when).toISOString() },
        { directory: server.directory },
      );
      for (const react of reactions)
        if (react.kind === 'command') server.command(null, react.stream, react.command, react.input, when);
    };
    work(
      'QueueItemWorkStarted',
      'queueitem-signup-queue-7',
      { leaseId: 'l', empId: 101 },
      at('00:30', '2026-11-19'),
    );
    expect(server.state(stream)).toMatchObject({
      iAllowCheckInCheckOut: 0,
      causes: ['lease:queueitem-signup-queue-7'],
    });
    work(
      'WorkEnded',
      'agentwork-101',
      { item: 'queueitem-signup-queue-7', leaseId: 'l' },
      at('00:40', '2026-11-19'),
    );
    expect(server.state(stream).iAllowCheckInCheckOut).toBe(1);
    policies.until(at('05:59', '2026-11-19'));
    expect(server.state(stream).iCheckInCheckOutFlag).toBe(1);
    policies.until(at('06:00', '2026-11-19'));
    expect(server.state(stream)).toMatchObject({ iCheckInCheckOutFlag: 0, bAutoClosed: true });
    expect(server.state('notice-131').items[0]).toMatchObject({
      message: 'dayAutoClosed',
      values: { name: 'Ravi Kulkarni', date: '18-11-2026' },
      route: '/HR/attendanceDetails',
    });
  });
});
