import { cutText } from '#shared/core/cut.ts';
import type { SourceMessage } from '#shared/wire.ts';
import { performance } from 'node:perf_hooks';
import { resultOf } from './call-result.ts';
import { recordDeadLetter, type Attempt } from './dead-letters.ts';
import type { Waiting } from './inbox.ts';
import { streamAt } from './stream-lookup.ts';
import { retryAfterMs, tryMessage, type Taking } from './take-message.ts';

/**
 * Tries the first parked message of each subject that is due; the fifth failure dead-letters it. Returns how
 * many were settled.
 */
export async function retryParked(server: Taking, spread: () => number = Math.random): Promise<number> {
  const rows = await server.intake.inbox.due(new Date(server.clock.now()));
  let settled = 0;
  for (const row of rows) if (await retryOne(server, row, spread)) settled += 1;
  return settled;
}

async function retryOne(server: Taking, row: Waiting, spread: () => number): Promise<boolean> {
  const message = JSON.parse(row.message) as SourceMessage;
  const mapped = await streamAt(server.pool, message);
  const [begun, correlation] = [performance.now(), server.newId()];
  const own = mapped === null ? null : { stream: mapped, fresh: false };
  const tried = await tryMessage(server, message, own, correlation);
  const now = server.clock.now();
  const attempt = (JSON.parse(row.log) as Attempt[]).length + 1;
  const last = !tried.done && (tried.hopeless || retryAfterMs[attempt - 1] === undefined);
  server.intake.calls.note({
    ...{ at: now, service: message.service, direction: row.via === 'webhook' ? 'webhook' : 'poll', attempt },
    ...{
      method: 'RETRY',
      route: cutText(`/${message.service}/${message.entity}`, 80),
      status: null,
      bytes: 0,
    },
    ms: Math.round(performance.now() - begun),
    result: tried.done ? (resultOf([tried.done.effect]) ?? 'applied') : last ? 'dead' : 'waiting',
    error: tried.done ? (tried.done.reason ?? null) : tried.reason,
    ...{ correlation, messages: 1, stream: tried.done?.stream ?? mapped },
    position: tried.done?.position ?? null,
  });
  if (!tried.done) {
    const log: Attempt[] = [
      ...(JSON.parse(row.log) as Attempt[]),
      { at: new Date(now).toISOString(), error: tried.error },
    ];
    const wait = retryAfterMs[log.length - 1];
    if (!tried.hopeless && wait !== undefined) {
      const around = log.length > 2 ? wait * (0.8 + 0.4 * spread()) : wait;
      await server.intake.inbox.postpone(row.id, log, new Date(now + around));
      return false;
    }
    await recordDeadLetter(
      server.pool,
      {
        service: message.service,
        reason: tried.reason,
        error: tried.error,
        via: row.via,
        webhookId: null,
        log,
        payload: row.message,
        message,
      },
      now,
      server.intake.codeVersion,
    );
  }
  await server.intake.inbox.settle(row.id);
  return true;
}
