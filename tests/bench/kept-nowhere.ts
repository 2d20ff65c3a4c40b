import type { Pool } from 'pg';

/** A store in which nothing is found and nothing is kept: what is counted beside it is the folding alone. */
export function keptNowhere(): Pool {
  const line = { query: async () => ({ rows: [], rowCount: 1 }), release: () => undefined };
  return { query: async () => ({ rows: [], rowCount: 0 }), connect: async () => line } as unknown as Pool;
}
