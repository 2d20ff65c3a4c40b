import { z } from 'zod';
import { refuse } from '#shared/core/refusal.ts';
import * as texts from '#shared/core/texts.ts';

/** The database numbers records up to here. */
const highest = 2_147_483_647;
export const isRecordNumber = (n: number): boolean => Number.isInteger(n) && n > 0 && n <= highest;

/** The number of a record in a query. */
export const recordNumber = z.coerce.number().int().positive().max(highest);

/** Numbers of at most so many records, with commas between them. */
export const recordNumbers = (most: number) =>
  texts
    .code(/^[1-9]\d{0,8}(?:,[1-9]\d{0,8})*$/)
    .transform((text) => text.split(','))
    .refine((ids) => ids.length <= most, 'badFormat');

/** A page of a list for operators: its number from 0, and how many records it holds. */
export const pageQuery = z.object({
  pageNo: z.coerce.number().int().min(0).max(100_000).default(0),
  records: z.coerce.number().int().min(1).max(100).default(50),
});

/** What a request asks for; the first field that is wrong is named in the refusal, which is thrown. */
export function asked<T extends z.core.$ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = z.safeParse(schema, value);
  if (!parsed.success) {
    const field = String(parsed.error.issues[0]?.path[0] ?? '');
    throw refuse('badFormat', 400, { label: field }, field);
  }
  return parsed.data;
}
