import pg from 'pg';

/** One question to a store before a house stands on it; null where it has no tables yet. */
export async function askStore<Row extends object>(databaseUrl: string, question: string): Promise<readonly Row[] | null> {
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
