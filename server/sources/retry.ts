import type { SourceFact } from '#shared/wire.ts';
import { bury, type Attempt } from './dead-letters.ts';
import type { Waiting } from './inbox.ts';
import { streamAt } from './look.ts';
import { retryAfterMs, tryFact, type Taking } from './take-fact.ts';

/** Tries the first parked fact of each thing whose time has come; what fails for the fifth time becomes a dead letter. Answers how many are settled. */
export async function retryParked(house: Taking, spread: () => number = Math.random): Promise<number> {
  const rows = await house.intake.inbox.due(new Date(house.clock.now()));
  let settled = 0;
  for (const row of rows) if (await retryOne(house, row, spread)) settled += 1;
  return settled;
}

async function retryOne(house: Taking, row: Waiting, spread: () => number): Promise<boolean> {
  const fact = JSON.parse(row.fact) as SourceFact;
  const mapped = await streamAt(house.pool, fact);
  const tried = await tryFact(house, fact, mapped === null ? null : { stream: mapped, fresh: false });
  const now = house.clock.now();
  if (!tried.done) {
    const log: Attempt[] = [...(JSON.parse(row.log) as Attempt[]), { at: new Date(now).toISOString(), error: tried.error }];
    const wait = retryAfterMs[log.length - 1];
    if (!tried.hopeless && wait !== undefined) {
      const around = log.length > 2 ? wait * (0.8 + 0.4 * spread()) : wait;
      await house.intake.inbox.postpone(row.id, log, new Date(now + around));
      return false;
    }
    await bury(
      house.pool,
      { service: fact.service, reason: tried.reason, error: tried.error, via: row.via, webhookId: null, log, payload: row.fact, fact },
      now,
      house.intake.codeVersion,
    );
  }
  await house.intake.inbox.settle(row.id);
  return true;
}
