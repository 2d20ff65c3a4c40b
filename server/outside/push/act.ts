import { randomUUID } from 'node:crypto';
import { headOf } from '#shared/core/cut.ts';
import { clockTime, timeOfDay } from '#shared/core/day.ts';
import type { StoredEvent } from '#shared/core/event.ts';
import { streamName } from '#shared/core/event.ts';
import { isRefusal, refuse, type Refusal } from '#shared/core/refusal.ts';
import type { Language } from '#shared/core/translations.ts';
import type { PushActed } from '#shared/streams/notices/push-wire.ts';
import type { People } from '../../access/people.ts';
import type { Handle, ServerParts, Log } from '../../core/parts.ts';
import { translateIn } from './texts.ts';
import { hashOfToken, type FoundToken, type PushTokens } from './tokens.ts';

export interface ActParts {
  readonly log: Log;
  readonly handle: Handle;
  readonly people: Pick<People, 'viewer'>;
  readonly translate: ServerParts['translate'];
  readonly tokens: PushTokens;
}

/** Events that leave the content of a request unchanged: it was opened, or shown to more people. */
const harmless = new Set(['ApprovalReviewStarted', 'ApprovalEscalated']);

/**
 * Decides a request from a notification: once, only for the person the token was made for, and only while
 * the request and its subject are unchanged. `signedIn` is the employee of the browser's current session, or
 * null. What the console refuses (four eyes, rights, already decided) is refused here with the same texts; a
 * refusal decides nothing.
 */
export function openAct(parts: ActParts) {
  const { log, tokens } = parts;

  /** What changed since the notification was made, oldest first. */
  async function changesSince(
    token: FoundToken,
  ): Promise<{ version: number; changes: readonly StoredEvent[] }> {
    const request = await log.readStream(`approval-${token.approval}`);
    const subject = await log.readStream(token.subject);
    const changes = [
      ...request.filter((event) => event.version > token.version && !harmless.has(event.type)),
      ...subject.filter((event) => event.version > token.subjectVersion && event.actor.kind !== 'system'),
    ];
    return {
      version: request.at(-1)?.version ?? 0,
      changes: changes.toSorted((a, b) => a.position - b.position),
    };
  }

  function stale(changes: readonly StoredEvent[], language: Language): Refusal {
    const output = changes.map(({ type, stream, actor, at }) => ({
      what: parts.translate(type, undefined, language, streamName(stream)),
      by: actor.name,
      at: clockTime(Date.parse(at)),
    }));
    return refuse('pushStale', 409, {
      what: '',
      by: '',
      at: '',
      ...output.at(-1),
      changes: output.slice(-10),
    });
  }

  return async (
    text: string,
    request: { language: Language; signedIn: number | null; correlationId: string },
  ): Promise<PushActed | Refusal> => {
    const token = await tokens.check(text);
    if (!token) return refuse('pushOver', 410);
    if (request.signedIn !== null && request.signedIn !== token.empId) return refuse('pushForeign', 403);
    if (token.used) return refuse('pushUsed', 409);
    if (token.over) return refuse('pushOver', 410);
    const viewer = parts.people.viewer(token.empId, token.sessionId);
    if (!viewer) return refuse('pushOver', 410);
    if (!(await tokens.use(text))) return refuse('pushUsed', 409);

    const { version, changes } = await changesSince(token);
    const approves = token.action === 'approve';
    const stands = !approves || changes.length === 0;
    const handled = await parts.handle({
      stream: `approval-${token.approval}`,
      command: approves ? 'approveStep' : 'undoDecision',
      input: approves ? { step: token.step } : {},
      viewer,
      idempotencyKey: randomUUID(),
      // A version that never existed: the rules of the request refuse first, and otherwise the command
      // counts as stale.
      expectedVersion: stands ? version : 0,
      correlationId: request.correlationId,
      causationId: `push:${headOf(hashOfToken(text).toString('hex'), 16)}`,
    });
    if (isRefusal(handled)) {
      if (handled.code !== 'versionConflict') return handled;
      return stale(changes.length > 0 ? changes : (await changesSince(token)).changes, request.language);
    }

    const translate = translateIn(parts.translate, request.language);
    const ref = `AP-${token.approval.padStart(6, '0')}`;
    const route = `/approvals?id=${token.approval}`;
    if (!approves)
      return { title: translate('push.undone'), body: translate('push.undoneText', { ref }), route };
    const undoUntil = typeof handled['undoUntil'] === 'string' ? handled['undoUntil'] : null;
    if (undoUntil === null)
      return { title: translate('push.approved'), body: translate('push.stepApproved', { ref }), route };
    const until = Date.parse(undoUntil);
    const undo = await tokens.make(token.subscriptionId, { ...token, action: 'undo' }, until);
    return {
      title: translate('push.approved'),
      body: translate('push.approvedText', { ref, until: timeOfDay(until) }),
      route,
      undo,
    };
  };
}
