import { useMachine } from '@xstate/react';
import { useLayoutEffect } from 'react';
import { transition } from 'xstate';
import type { SnapshotFrom } from 'xstate';
import { actionEvents, contextAt } from '#shared/families/approval-actions.ts';
import type { ApprovalAction } from '#shared/families/approval-actions.ts';
import type { ApprovalRow } from '#shared/families/approval-feed.ts';
import { approvalMachine } from '#shared/streams/approvals/approval/approval.machine.ts';
import type { ApprovalStage } from '#shared/streams/approvals/approval/state.ts';
import { serverClock, useServerSecond } from '#web/locales/server-clock.ts';

export type ApprovalSnapshot = SnapshotFrom<typeof approvalMachine>;

/**
 * The request in the machine that the server decides with: its state, and what it accepts from this person
 * now. Every change of the row and the ends of its time are sent to it.
 */
export function useApprovalMachine(row: ApprovalRow): ApprovalSnapshot {
  const [snapshot, send, actor] = useMachine(approvalMachine, { input: contextAt(row, serverClock.now()) });
  const now = useServerSecond();
  const expired = now >= Date.parse(row.expiresAt);
  const undoOver = row.undoUntil !== null && now > Date.parse(row.undoUntil);
  useLayoutEffect(() => {
    // The machine of a request that is over has ended.
    if (actor.getSnapshot().status === 'active')
      send({ type: 'CHANGED', context: contextAt(row, serverClock.now()) });
  }, [row, expired, undoOver, send, actor]);
  return snapshot;
}

export const accepts = (snapshot: ApprovalSnapshot, action: ApprovalAction): boolean =>
  snapshot.can(actionEvents[action]);

/** The state that the action leads to; null when the machine does not accept it. */
export function leadsTo(snapshot: ApprovalSnapshot, action: ApprovalAction): ApprovalStage | null {
  if (!accepts(snapshot, action)) return null;
  return transition(approvalMachine, snapshot, actionEvents[action])[0].value as ApprovalStage;
}
