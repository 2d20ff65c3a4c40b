import { isRefusal, refuse, type Refusal } from '#shared/core/refusal.ts';
import type { Viewer } from '#shared/core/permission.ts';
import { noCaller, type CallerState } from '#shared/streams/calls/call/caller.ts';
import {
  explainChoice,
  rankCandidates,
  type Candidate,
  type ServedAgent,
} from '#shared/streams/calls/call/next-item.ts';
import type { CommandAnswer } from '#shared/wire.ts';
import type { Clock, Handle } from '../../core/parts.ts';

export interface ServeParts {
  readonly handle: Handle;
  readonly clock: Clock;
  readonly stateOf: (stream: string) => Promise<unknown>;
  readonly systemViewer: (job: string) => Viewer;
  readonly keyOf: (text: string) => string;
  /** The rows that could be served, of every queue that is called, free ones only. */
  readonly candidates: (viewer: Viewer, now: number) => Promise<readonly Candidate[]>;
}

export type Served = CommandAnswer | Refusal;

/** Claims that somebody else was quicker at, or that may not be called now: the next best is tried. */
const passing = new Set([
  'alreadyClaimed',
  'rowClosed',
  'notYetDue',
  'ownersTurn',
  'assignedToOther',
  'notEligible',
  'notFound',
]);
/** So many rows are tried before the agent is told that nothing waits. */
const tries = 25;

/** Claims the best row for this agent and serves it; asked again under the same key, nothing more is claimed. */
export async function serveNext(
  parts: ServeParts,
  viewer: Viewer,
  key: string,
  correlationId: string,
): Promise<Served> {
  const { handle, clock } = parts;
  const empId = viewer.empId ?? 0;
  const stream = `caller-${empId}`;
  const caller = ((await parts.stateOf(stream)) as CallerState | null) ?? noCaller(String(empId));
  if (caller.live) return refuse('agentOnCall', 409, { ref: caller.live.call });
  if (caller.served) return { id: String(empId), stream, version: 0, position: 0 };
  if (caller.paused) return refuse('servingPaused', 422);
  const now = clock.now();
  const agent: ServedAgent = { empId, poos: viewer.poos, languages: viewer.languages, caller };
  const ranking = rankCandidates(await parts.candidates(viewer, now), agent, now);
  for (const [n, best] of ranking.slice(0, tries).entries()) {
    const claimed = await handle({
      stream: best.item,
      command: 'claim',
      input: {},
      viewer,
      idempotencyKey: parts.keyOf(`${key}:${n}:${best.item}`),
      correlationId,
    });
    if (isRefusal(claimed)) {
      if (passing.has(claimed.code) || claimed.code.startsWith('call')) continue;
      return claimed;
    }
    const { why, values } = explainChoice(ranking.slice(n), best, agent, now);
    const { item, queue, subject, ref, name, campaignId } = best;
    return handle({
      stream,
      command: 'serve',
      input: {
        item,
        queue,
        subject,
        ref,
        name,
        campaignId,
        why: `served.${why}`,
        values,
        leaseId: String(claimed['leaseId']),
      },
      viewer: parts.systemViewer('serve'),
      idempotencyKey: parts.keyOf(`${key}:serve`),
      correlationId,
    });
  }
  return refuse('nothingWaits', 404);
}
