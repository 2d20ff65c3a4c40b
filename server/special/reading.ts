import type { Pool } from 'pg';

/** Queries over the tables of views, answered once those hold everything that was written before. */
export type Reading = Pick<Pool, 'query'>;

/** The first letters of a view's tables, and what waits until they hold everything written so far. */
export interface ReadView {
  readonly tables: string;
  readonly reached: () => Promise<void>;
}

/** A decision that looks something up must not miss what was written just before: which views it waits for, its query says. */
export function openReading(pool: Pool, views: readonly ReadView[]): Reading {
  const named = views.map(({ tables, reached }) => ({ names: new RegExp(`\\b${tables}`), reached }));
  const query = async (text: string, values?: unknown[]): Promise<unknown> => {
    await Promise.all(named.filter(({ names }) => names.test(text)).map(({ reached }) => reached()));
    return pool.query(text, values);
  };
  return { query: query as Reading['query'] };
}
