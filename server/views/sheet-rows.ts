import { Pool, type PoolClient } from 'pg';

/**
 * Reads the rows of a query piece by piece over a read-only connection of its own; for workers that write
 * files.
 */
export async function* readInPieces(
  url: string,
  question: { readonly text: string; readonly values: readonly unknown[] },
  size: number,
): AsyncGenerator<{ rows: any[]; query: (text: string, values: readonly unknown[]) => Promise<any[]> }> {
  const pool = new Pool({ connectionString: url, max: 1 });
  // A connection that breaks between queries reports it here only; the next query fails with it.
  let broken: Error | null = null;
  pool.on('error', (error) => (broken ??= error));
  pool.on('connect', (client) => client.on('error', (error) => (broken ??= error)));
  let client: PoolClient | null = null;
  try {
    client = await pool.connect();
    const one = client;
    const query = async (text: string, values: readonly unknown[]): Promise<any[]> =>
      (await one.query(text, [...values])).rows;
    await one.query('begin isolation level repeatable read read only');
    await one.query(`declare sheet no scroll cursor for ${question.text}`, [...question.values]);
    for (;;) {
      const { rows } = await one.query(`fetch ${size} from sheet`);
      if (rows.length === 0) break;
      yield { rows, query };
    }
    await one.query('rollback');
  } finally {
    client?.release(broken ?? undefined);
    await pool.end();
  }
}
