import pg from 'pg';

/** Runs one query against a store before the app is open; null where it has no tables yet. */
export async function queryStore<Row extends object>(
  databaseUrl: string,
  question: string,
): Promise<readonly Row[] | null> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query<Row>(question)).rows;
  } catch (error) {
    const undefinedTable = '42P01';
    if ((error as { code?: string }).code === undefinedTable) return null;
    throw error;
  } finally {
    await client.end();
  }
}
