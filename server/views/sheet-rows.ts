import { Pool, type PoolClient } from 'pg';

/** Rows of a question read piece by piece over a connection of its own that can only read; for workers that write files. */
export async function* readInPieces(
  url: string,
  question: { readonly text: string; readonly values: readonly unknown[] },
  size: number,
): AsyncGenerator<{ rows: any[]; ask: (text: string, values: readonly unknown[]) => Promise<any[]> }> {
  const pool = new Pool({ connectionString: url, max: 1 });
  // A line that breaks while nobody asks is told here only; the next question fails with it.
  let broken: Error | null = null;
  pool.on('error', (error) => (broken ??= error));
  pool.on('connect', (line) => line.on('error', (error) => (broken ??= error)));
  let client: PoolClient | null = null;
  try {
    client = await pool.connect();
    const one = client;
    const ask = async (text: string, values: readonly unknown[]): Promise<any[]> => (await one.query(text, [...values])).rows;
    await one.query('begin isolation level repeatable read read only');
    await one.query(`declare sheet no scroll cursor for ${question.text}`, [...question.values]);
    for (;;) {
      const { rows } = await one.query(`fetch ${size} from sheet`);
      if (rows.length === 0) break;
      yield { rows, ask };
    }
    await one.query('rollback');
  } finally {
    client?.release(broken ?? undefined);
    await pool.end();
  }
}
