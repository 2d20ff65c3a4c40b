import type { Pool } from 'pg';
import { chains, type Chain } from '#server/store/chains.ts';

/** Appends one event and one row of the access log, as the server does; `n` numbers both from 1. */
export async function writeTo(pool: Pool, n: number): Promise<void> {
  const at = new Date(1_763_000_000_000 + n * 1_000).toISOString();
  const body = JSON.stringify({
    actor: { kind: 'system', empId: null, name: 'server' },
    data: { n, ip: '10.0.0.1' },
    correlationId: 'test',
  });
  await pool.query('select append_group($1)', [
    JSON.stringify([
      [
        null,
        null,
        null,
        null,
        [[`pot-${n}`, 0]],
        [[`pot-${n}`, 1, `event-${n}`, 'pot', 'CoinAdded', at, body]],
        null,
      ],
    ]),
  ]);
  await pool.query('select access_log_append($1, $2)', [
    at,
    JSON.stringify({ action: 'signIn', result: 'allow', empId: n, ip: '10.0.0.1' }),
  ]);
}

/** What is hashed for a row of each chain, besides the previous hash. */
const hashed: Record<Chain, string> = {
  log: `concat_ws(E'\\n', r.position, r.stream, r.version, r.id, r.type, to_char(r.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), r.body)`,
  access: `r.position || ':' || (extract(epoch from r.at) * 1000)::bigint || ':' || r.body`,
};
const begin: Record<Chain, string> = { log: 'ops-console', access: 'access' };

/**
 * The statement of an attacker who owns the database: it makes every hash from a position on, and the head,
 * consistent with the changed rows.
 */
export function forge(chain: Chain, from: number): string {
  const { rows, head } = chains[chain];
  const before = chain === 'access' ? ', prev_hash = before' : '';
  return `do $$
    declare r record; before bytea; made bytea; ends bigint;
    begin
      select coalesce((select hash from ${rows} where position = ${from} - 1), sha256('${begin[chain]}'::bytea)) into made;
      for r in select * from ${rows} where position >= ${from} order by position loop
        before := made;
        made := sha256(before || convert_to(${hashed[chain]}, 'UTF8'));
        update ${rows} set hash = made${before} where position = r.position;
      end loop;
      select coalesce(max(position), 0) into ends from ${rows};
      update ${head} set position = ends, hash = made;
    end $$`;
}
