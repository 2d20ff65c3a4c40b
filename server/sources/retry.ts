import type { SourceFact } from '#shared/wire.ts';
import { bury, type Attempt, type Via } from './dead-letters.ts';
import { streamAt } from './look.ts';
import { retryAfterMs, tryFact, type Taking } from './take-fact.ts';

interface ParkedRow {
  id: string;
  thing: string;
  fact: string;
  via: Via;
  attempts: number;
  log: string;
}

/** Tries the first parked fact of each thing whose time has come; what fails for the fifth time becomes a dead letter. Answers how many are settled. */
export async function retryParked(house: Taking, spread: () => number = Math.random): Promise<number> {
  const { rows } = await house.pool.query<ParkedRow>({
    name: 'parked-due',
    text: `select distinct on (p.thing) p.id, p.thing, p.fact, p.via, p.attempts, p.log from source_parked p
     where p.next_at <= $1 and not exists (select 1 from source_parked e where e.thing = p.thing and e.id < p.id)
     order by p.thing, p.id limit 200`,
    values: [new Date(house.clock.now())],
  });
  let settled = 0;
  for (const row of rows) if (await retryOne(house, row, spread)) settled += 1;
  return settled;
}

async function retryOne(house: Taking, row: ParkedRow, spread: () => number): Promise<boolean> {
  const fact = JSON.parse(row.fact) as SourceFact;
  const mapped = await streamAt(house.pool, fact);
  const tried = await tryFact(house, fact, mapped === null ? null : { stream: mapped, fresh: false });
  const now = house.clock.now();
  if (!tried.done) {
    const log: Attempt[] = [...(JSON.parse(row.log) as Attempt[]), { at: new Date(now).toISOString(), error: tried.error }];
    const wait = retryAfterMs[log.length - 1];
    if (!tried.hopeless && wait !== undefined) {
      const around = log.length > 2 ? wait * (0.8 + 0.4 * spread()) : wait;
      await house.pool.query('update source_parked set attempts = $2, log = $3, next_at = $4 where id = $1', [
        row.id,
        log.length,
        JSON.stringify(log),
        new Date(now + around),
      ]);
      return false;
    }
    await bury(
      house.pool,
      { service: fact.service, reason: tried.reason, error: tried.error, via: row.via, webhookId: null, log, payload: row.fact, fact },
      now,
      house.intake.codeVersion,
    );
  }
  await house.pool.query('delete from source_parked where id = $1', [row.id]);
  return true;
}
