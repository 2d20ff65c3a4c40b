import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import { openReading } from './reading.ts';

test('a query waits for the views whose tables it names, and for no other', async () => {
  const said: string[] = [];
  let stocked: () => void = () => undefined;
  const stock = new Promise<void>((resolve) => {
    stocked = resolve;
  });
  const pool = {
    query: async (text: string, values?: unknown[]) => {
      said.push(`${text} ${JSON.stringify(values ?? [])}`);
      return { rows: [] };
    },
  } as unknown as Pool;
  const reading = openReading(pool, [
    { tables: 'stock_', reached: () => stock },
    { tables: 'document_', reached: () => new Promise<void>(() => undefined) },
  ]);
  const waiting = reading.query('select * from stock_items where poo_id = $1', [1]);
  await reading.query('select 1 from customers');
  expect(said).toEqual(['select 1 from customers []']);
  stocked();
  await waiting;
  expect(said.at(-1)).toBe('select * from stock_items where poo_id = $1 [1]');
});
