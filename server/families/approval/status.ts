import type { FastifyInstance } from 'fastify';
import { isRefusal, refuse } from '#shared/core/refusal.ts';
import type { ApprovalKind } from '#shared/families/approval.ts';
import { approvalAs, approvalScope, isMoving } from '#shared/families/approval-feed.ts';
import type { Effect } from '#shared/streams/approvals/approval/request.ts';
import type { ApprovalState } from '#shared/streams/approvals/approval/state.ts';
import { isOpen, isPending } from '#shared/streams/approvals/approval/state.ts';
import type { ApprovalStatus } from '#shared/wire.ts';
import type { ServerParts } from '../../core/parts.ts';
import type { HttpParts } from '../../http/every-request.ts';
import { allApprovals } from '../../core/registers.ts';
import type { States } from '../../store/states.ts';
import type { Trial } from '../../store/trial.ts';

type Parts = HttpParts & { readonly server: ServerParts; readonly states: States; readonly trial: Trial };

/**
 * Why the effect of a request would fail now; null when it would succeed. Determined by a trial without
 * writing.
 */
async function failureOf(
  { server, trial }: Parts,
  kind: ApprovalKind,
  id: string,
  request: ApprovalState,
): Promise<string | null> {
  const { stream, command, input } = request.onApprove;
  const tried = await trial({
    stream,
    command,
    input: { ...input, approvalId: Number(id) },
    viewer: server.access.systemViewer('apply-approval'),
    correlationId: `recheck-${id}`,
  });
  if (isRefusal(tried)) return 'subjectMoved';
  /** A reason that the kind names. */
  const named = (why: string): string => (`fails.${why}` in kind.translations.en ? why : 'subjectMoved');
  const failed = tried.find(({ type }) => kind.settled.failed.includes(type));
  if (failed) return named(String(failed.data['why']));
  const carried = tried.find(({ type }) => type === kind.carriedOutOn);
  if (!carried) return null;
  const effect = carried.data['effect'] as Effect;
  const last = await trial({
    ...effect,
    viewer: server.access.systemViewer('apply-approval'),
    correlationId: `recheck-${id}`,
  });
  return isRefusal(last) ? named(last.code) : null;
}

/**
 * `GET /approval-status/<id>`: how a request ended, and while it is pending, whether its effect could still
 * be applied; for everyone involved in it.
 */
export function approvalStatusRoutes(app: FastifyInstance, parts: Parts): void {
  const kinds = new Map(allApprovals().map((kind) => [kind.name, kind]));
  app.get<{ Params: { id: string } }>(
    '/approval-status/:id',
    { config: { need: 'signedIn' } },
    async (request): Promise<ApprovalStatus> => {
      const { id } = request.params;
      const viewer = request.viewer!;
      if (!/^[1-9]\d{0,8}$/.test(id)) throw refuse('notFound', 404);
      const { state } = (await parts.states.load(`approval-${id}`)) as { state: ApprovalState };
      const seen = state.state === 'none' ? null : approvalAs(state, approvalScope(viewer));
      if (seen === null) throw refuse('notFound', 404);
      const kind = kinds.get(state.kind);
      const waits = isOpen(state) || isPending(state);
      const fails = waits && kind?.recheck === 'effect' ? await failureOf(parts, kind, id, state) : null;
      return { state: state.state, why: state.why, fails, over: isMoving(state) ? null : seen };
    },
  );
}
