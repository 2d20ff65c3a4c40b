import { z } from 'zod';
import { refuse } from '#shared/core/refusal.ts';

/** A page of a list for operators: its number from 0, and how many records it holds. */
export const pageQuery = z.object({
  pageNo: z.coerce.number().int().min(0).max(100_000).default(0),
  records: z.coerce.number().int().min(1).max(100).default(50),
});

/** What a request asks for; the first field that is wrong is named in the refusal, which is thrown. */
export function asked<T extends z.core.$ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = z.safeParse(schema, value);
  if (!parsed.success)
    throw refuse('badFormat', 400, { label: String(parsed.error.issues[0]?.path[0] ?? '') });
  return parsed.data;
}
