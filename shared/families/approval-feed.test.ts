import { describe, expect, it } from 'vitest';
import { instantOf } from '#shared/core/day.ts';
import type { StoredEvent } from '#shared/core/event.ts';
import type { Viewer } from '#shared/core/permission.ts';
import { appReScheduleApproval } from '#shared/approvals/app-reschedule.ts';
import { approval } from '#shared/streams/approvals/approval/approval.ts';
import { person, playServer, emitted } from '#tests/kit/played.ts';
import { approvalSearch } from '#shared/searches/approval.ts';
import type { ApprovalState } from '#shared/streams/approvals/approval/state.ts';
import { approvalAs, approvalFeed, approvals, requestRank, type ApprovalRow } from './approval-feed.ts';
import { compareRanks } from '../core/rank.ts';

const right = 'approvals/appReScheduleApproval:approve';
const now = instantOf('2026-11-18', '10:30');
const s = (seconds: number) => now + seconds * 1_000;
const end = new Date(s(18_000)).toISOString();
const people = [
  person(1, 'Asha Menon', { admin: true, managerId: null }),
  person(5, 'Latha Iyer', { designationCode: 'MG', managerId: null }),
  person(101, 'Ravi Kulkarni'),
  person(102, 'Divya Shenoy'),
  person(131, 'Farhan Ali', { managerId: 5 }),
  person(132, 'Nisha Rao', { managerId: 5 }),
  person(151, 'Pooja Hegde'),
];
function requested() {
  const server = playServer([approval], people, {
    [right]: [5, 131, 132],
    'approvals/empExpenseApproval:approve': [5],
  });
  server.command(
    null,
    'approval-new',
    'request',
    {
      kind: 'appReScheduleApproval',
      entity: 'appReScheduleApproval',
      subject: { stream: 'appointment-7', ref: 'TK-000007', version: 2 },
      subjectEmpId: 151,
      requestedBy: { empId: 101, name: 'Ravi Kulkarni' },
      pooId: 1,
      reason: 'reschedule',
      text: 'travelling',
      before: { at: 'a' },
      after: { at: 'b' },
      amount: null,
      steps: [{ rule: 'manager' }],
      slaMinutes: 30,
      expiresAt: end,
      onApprove: { stream: 'appointment-7', command: 'applyReschedule', input: {} },
      onReject: null,
      autoGrant: false,
    },
    now,
  );
  const inbox = approvalFeed(null);
  const seen = (empId: number, feed = inbox) => {
    const viewer: Viewer = server.viewerOf(empId);
    return feed.see(server.state('approval-1'), feed.scope(viewer), '1');
  };
  return { ...server, seen, inbox };
}

describe('the inbox', () => {
  it('begins with what can be undone, then with what waits for the viewer, each by its deadline', () => {
    const { seen } = requested();
    const [forApprover, forRequester] = [seen(131)!, seen(101)!];
    const rows: readonly ApprovalRow[] = [
      { ...forRequester, id: '1', dueAt: '2026-11-18T05:00:00.000Z' },
      { ...forApprover, id: '2', dueAt: '2026-11-18T07:00:00.000Z' },
      { ...forApprover, id: '10', dueAt: '2026-11-18T06:00:00.000Z' },
      { ...forApprover, id: '9', dueAt: '2026-11-18T06:00:00.000Z' },
      { ...forApprover, id: '3', undoUntil: end, dueAt: '2026-11-18T08:00:00.000Z' },
    ];
    const sorted = rows.toSorted((a, b) => compareRanks(requestRank(a), requestRank(b)));
    expect(sorted.map(({ id }) => id)).toEqual(['3', '9', '10', '2', '1']);
  });

  it('shows a request to approver, requester and lead with the actions of each', () => {
    const { seen } = requested();
    expect(seen(131)).toMatchObject({
      part: 'approver',
      actions: ['approveStep', 'rejectStep', 'requestInfo', 'delegate', 'reassign'],
      step: 1,
      steps: 1,
      rules: [{ of: ['manager'], mode: 'any' }],
      ref: 'AP-000001',
    });
    expect(seen(101)).toMatchObject({ part: 'requester', actions: ['withdraw'] });
    expect(seen(1)).toMatchObject({ part: 'reader', actions: ['reassign'] });
    expect(seen(102)).toBeNull();
    expect(seen(132)).toBeNull();
    expect(seen(151)).toBeNull();
  });

  it('offers undo to the decider only, and drops settled requests', () => {
    const { seen, command, state, viewerOf, inbox } = requested();
    command(131, 'approval-1', 'approveStep', {}, s(1));
    expect(seen(131)).toMatchObject({
      state: 'pendingApply',
      actions: ['undoDecision'],
      decisions: [{ step: 1, verb: 'approved', name: 'Farhan Ali' }],
    });
    expect(seen(101)).toMatchObject({ actions: [] });
    command(null, 'approval-1', 'settle', { undoUntil: state('approval-1').undoUntil }, s(31));
    expect(seen(131)?.state).toBe('approved');
    command(null, 'approval-1', 'applied', {}, s(32));
    expect(seen(131)).toBeNull();
    expect(approvalAs(state('approval-1'), inbox.scope(viewerOf(131)))).toMatchObject({
      state: 'applied',
      actions: [],
    });
  });

  it('keeps no request that is over; search still finds it, for those who had a part in it', () => {
    const { command, state, viewerOf, log } = requested();
    const folded = (): ApprovalState | null =>
      log.reduce<ApprovalState | null>(
        (row, event) => approvals.row(row ?? undefined, event as StoredEvent, '1'),
        null,
      );
    expect(folded()).toMatchObject({ state: 'requested' });
    command(101, 'approval-1', 'withdraw', {}, s(1));
    expect(folded()).toBeNull();
    const over = state('approval-1');
    expect(approvalSearch.entry(over, '1')).toMatchObject({ ref: 'AP-000001', over: true });
    expect([101, 131, 102].map((empId) => approvalSearch.see(over, viewerOf(empId)))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('and the route of its kind are one list', () => {
    const { seen, inbox } = requested();
    const route = approvalFeed(appReScheduleApproval);
    expect(route.name).toBe('approvals/appReScheduleApproval');
    expect(route.need).toBe('approvals/appReScheduleApproval:view');
    expect(route.view).toBe(inbox.view);
    expect(seen(131, route)).toEqual(seen(131));
    expect(seen(131, approvalFeed({ ...appReScheduleApproval, entity: 'other' }))).toBeNull();
  });

  it('is not shown to an approver who lost the right', () => {
    const { state, viewerOf, inbox } = requested();
    expect(
      inbox.see(state('approval-1'), inbox.scope({ ...viewerOf(132), empId: 131, rights: new Set() }), '1'),
    ).toMatchObject({
      part: 'reader',
      actions: [],
    });
  });

  it('offers only what the request accepts', () => {
    const inputs: Record<string, object> = {
      rejectStep: { comment: 'not today' },
      requestInfo: { question: 'Which day?' },
      answerInfo: { answer: 'Friday' },
      delegate: { to: 132, until: end },
      reassign: { to: 132, reason: 'on leave today' },
    };
    const before: readonly (readonly [number, string, object])[][] = [
      [],
      [[131, 'requestInfo', { question: 'Which day?' }]],
      [[131, 'approveStep', {}]],
      [[131, 'delegate', { to: 132, until: end }]],
    ];
    for (const steps of before)
      for (const empId of [1, 5, 101, 102, 131, 132]) {
        const offered = () => {
          const server = requested();
          steps.forEach(([as, name, input], i) => server.command(as, 'approval-1', name, input, s(i)));
          return server;
        };
        for (const name of offered().seen(empId)?.actions ?? []) {
          const outcome = offered().command(empId, 'approval-1', name, inputs[name] ?? {}, s(10));
          expect([empId, name, typeof emitted(outcome)]).toEqual([empId, name, 'object']);
        }
      }
  });
});

describe('a city head', () => {
  const heads = (more: Partial<Viewer> = {}) => {
    const server = requested();
    const viewer: Viewer = { ...server.viewerOf(5), ...more };
    return server.inbox.see(server.state('approval-1'), server.inbox.scope(viewer), '1');
  };
  it('reads the requests of their places and may reassign them, and has none to decide by that', () =>
    expect(heads()).toMatchObject({ part: 'reader', actions: ['reassign'] }));
  it('sees nothing of other places, nor of a kind they do not approve, nor as no city head', () => {
    expect(heads({ poos: [7] })).toBeNull();
    expect(heads({ rights: new Set() })).toBeNull();
    expect(heads({ cityHead: false })).toBeNull();
  });
  it('is offered what the server accepts', () => {
    const server = requested();
    expect(
      emitted(server.command(5, 'approval-1', 'reassign', { to: 132, reason: 'on leave today' }, now)),
    ).toEqual(['ApprovalReassigned']);
  });
});
