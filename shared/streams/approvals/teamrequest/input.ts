import type { z } from 'zod';
import { fieldProblems } from '../../../core/fields.ts';
import { refuse, type Refusal } from '../../../core/refusal.ts';

/** The first problem of a request, as a refusal of its field. */
export function badInputOf(error: z.ZodError): Refusal {
  const [first] = fieldProblems(error);
  return first
    ? refuse(first.code, 400, { ...first.details }, first.field || undefined)
    : refuse('badFormat', 400, { label: 'details' });
}
