import { createHash } from 'node:crypto';
import { headOf } from '#shared/core/cut.ts';

/** A UUID derived from a text. */
export function uuidFrom(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${headOf(hex, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
