import { randomUUID } from 'node:crypto';
import { timeOfDay } from '#shared/core/day.ts';
import type { StoredEvent } from '#shared/core/event.ts';
import { streamName } from '#shared/core/event.ts';
import { isRefusal, refuse, type Refusal } from '#shared/core/refusal.ts';
import type { Language } from '#shared/core/words.ts';
import type { PushActed } from '#shared/streams/notices/push-wire.ts';
import type { People } from '../../access/people.ts';
import type { Handle, House, Log } from '../../house.ts';
import { sayIn } from './texts.ts';
import { hashOfToken, type FoundToken, type PushTokens } from './tokens.ts';

export interface ActParts {
  readonly log: Log;
  readonly handle: Handle;
  readonly people: Pick<People, 'viewer'>;
  readonly say: House['say'];
  readonly tokens: PushTokens;
}

/** What happens to a request without changing what is asked: somebody read it, or it was shown to more people. */
const harmless = new Set(['ApprovalReviewStarted', 'ApprovalEscalated']);

/**
 * Answers a request from a notification: once, for whom the token was made, and only while the request and its subject are as
 * they were. `signedIn` is the employee whose session the browser carries now, null when none does. What the console refuses
 * (four eyes, rights, decided already) is refused here in the same words; a refusal has decided nothing.
 */
export function openAct(parts: ActParts) {
  const { log, tokens } = parts;

  /** What changed since the notification was made, oldest first. */
  async function changesSince(token: FoundToken): Promise<{ version: number; changes: readonly StoredEvent[] }> {
    const request = await log.readStream(`approval-${token.approval}`);
    const subject = await log.readStream(token.subject);
    const changes = [
      ...request.filter((event) => event.version > token.version && !harmless.has(event.type)),
      ...subject.filter((event) => event.version > token.subjectVersion && event.actor.kind !== 'system'),
    ];
    return { version: request.at(-1)?.version ?? 0, changes: changes.toSorted((a, b) => a.position - b.position) };
  }

  function stale(changes: readonly StoredEvent[], language: Language): Refusal {
    const said = changes.map(({ type, stream, actor, at }) => ({
      what: parts.say(type, undefined, language, streamName(stream)),
      by: actor.name,
      at: timeOfDay(Date.parse(at)).slice(0, 5),
    }));
    return refuse('pushStale', 409, { ...said.at(-1), changes: said.slice(-10) });
  }

  return async (text: string, asked: { language: Language; signedIn: number | null; correlationId: string }): Promise<PushActed | Refusal> => {
    const token = await tokens.look(text);
    if (!token) return refuse('pushOver', 410);
    if (asked.signedIn !== null && asked.signedIn !== token.empId) return refuse('pushForeign', 403);
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
      // A version that never was: the rules of the request speak first, and where they have nothing to say it is stale.
      expectedVersion: stands ? version : 0,
      correlationId: asked.correlationId,
      causationId: `push:${hashOfToken(text).toString('hex').slice(0, 16)}`,
    });
    if (isRefusal(handled)) {
      if (handled.code !== 'versionConflict') return handled;
      return stale(changes.length > 0 ? changes : (await changesSince(token)).changes, asked.language);
    }

    const say = sayIn(parts.say, asked.language);
    const ref = `AP-${token.approval.padStart(6, '0')}`;
    const route = `/approvals?id=${token.approval}`;
    if (!approves) return { title: say('push.undone'), body: say('push.undoneText', { ref }), route };
    const undoUntil = typeof handled['undoUntil'] === 'string' ? handled['undoUntil'] : null;
    if (undoUntil === null) return { title: say('push.approved'), body: say('push.stepApproved', { ref }), route };
    const until = Date.parse(undoUntil);
    const undo = await tokens.make(token.subscriptionId, { ...token, action: 'undo' }, until);
    return { title: say('push.approved'), body: say('push.approvedText', { ref, until: timeOfDay(until) }), route, undo };
  };
}
