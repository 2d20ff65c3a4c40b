import { describe, expect, it } from 'vitest';
import type { StoredEvent } from '../core/event.ts';
import { directory, people } from '#tests/kit/life.ts';
import { abandonIdleSignup } from './abandon-idle-signup.ts';
import { completeSignup } from './complete-signup.ts';
import { releaseLeases } from './release-leases.ts';
import { notifyBreach } from './notify-breach.ts';
import { notifySubmitter } from './notify-submitter.ts';
import { returnParked, watchQueueItem } from './watch-queue-item.ts';

const event = (stream: string, type: string, data: object): StoredEvent => ({
  position: 1,
  stream,
  version: 1,
  id: 'e',
  type,
  at: '2026-11-18T05:00:00.000Z',
  actor: { kind: 'person', empId: 103, name: 'Kiran Joseph' },
  data,
  correlationId: 'c',
});
const ctx = { directory };

describe('signup policies', () => {
  it('a verified case is completed when the window is over', () => {
    expect(
      completeSignup.react(
        event('signup-7', 'SignupVerified', { undoUntil: '2026-11-18T05:00:30.000Z' }),
        ctx,
      ),
    ).toEqual([
      {
        kind: 'command',
        stream: 'signup-7',
        command: 'complete',
        input: { undoUntil: '2026-11-18T05:00:30.000Z' },
        at: Date.parse('2026-11-18T05:00:30.000Z'),
      },
    ]);
  });
  it('an idle draft is abandoned after 14 days', () => {
    expect(abandonIdleSignup.react(event('signup-7', 'SignupSaved', {}), ctx)).toMatchObject([
      {
        command: 'abandon',
        input: { touchedAt: '2026-11-18T05:00:00.000Z' },
        at: Date.parse('2026-12-02T05:00:00.000Z'),
      },
    ]);
  });
  it('the submitter is notified, except of their own actions', () => {
    const asked = (submitter: object | null) =>
      notifySubmitter.react(
        event('signup-7', 'SignupInfoRequested', { ref: 'SG-000007', text: 'x'.repeat(400), submitter }),
        ctx,
      );
    expect(asked({ empId: 101, name: 'Ravi' })).toMatchObject([
      {
        stream: 'notice-101',
        command: 'push',
        input: { message: 'signupInfoRequested', values: { ref: 'SG-000007', text: 'x'.repeat(160) } },
      },
    ]);
    expect(asked({ empId: 103, name: 'Kiran' })).toEqual([]);
    expect(asked(null)).toEqual([]);
  });
  it('a row is checked at its limit and at twice of it; a parked one returns', () => {
    expect(
      watchQueueItem.react(
        event('queueitem-signup-queue-7', 'QueueItemEntered', {
          breachAt: '2026-11-18T09:00:00.000Z',
          escalateAt: null,
        }),
        ctx,
      ),
    ).toMatchObject([{ command: 'breach', input: { level: 1, at: '2026-11-18T09:00:00.000Z' } }]);
    expect(
      returnParked.react(
        event('queueitem-signup-queue-7', 'QueueItemParked', { until: '2026-11-19T05:00:00.000Z' }),
        ctx,
      ),
    ).toMatchObject([{ command: 'return', at: Date.parse('2026-11-19T05:00:00.000Z') }]);
  });
  it('a breach notifies the lead of the place', () => {
    const breach = {
      ref: 'SG-000007',
      queue: 'signup-queue',
      group: 'Out Bound',
      entity: 'signup-queue',
      pooId: 1,
    };
    expect(
      notifyBreach.react(event('queueitem-signup-queue-7', 'QueueItemSlaBreached', breach), ctx),
    ).toMatchObject([
      {
        stream: `notice-${people.lead!.empId}`,
        input: {
          message: 'queueItemBreached',
          route: '/outBound/signup-queue',
          dedupeKey: 'breach:signup-queue:1',
        },
      },
    ]);
    expect(
      notifyBreach.react(
        event('queueitem-signup-queue-7', 'QueueItemSlaBreached', { ...breach, pooId: 3 }),
        ctx,
      ),
    ).toMatchObject([{ stream: 'notice-201' }]);
  });
  it('a break, a check-out and an exit release all rows', () => {
    expect(releaseLeases.react(event('attendance-103-2026-11-18', 'BreakStarted', {}), ctx)).toEqual([
      { kind: 'command', stream: 'agentwork-103', command: 'releaseAll', input: { reason: 'break' } },
    ]);
    expect(releaseLeases.react(event('employee-103', 'EmployeeDeactivated', {}), ctx)).toMatchObject([
      { stream: 'agentwork-103' },
    ]);
  });
});
