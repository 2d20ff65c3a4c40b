import { cutText } from '#shared/core/cut.ts';
import type { SearchAnswer } from '#shared/wire.ts';
import { api } from '#web/live/api.ts';
import type { Choice } from './field.ts';

/**
 * Finds records of one kind by name, reference or phone, as the search over all records does; closed ones are
 * left out.
 */
export function findRecords(kind: string): (text: string, signal: AbortSignal) => Promise<readonly Choice[]> {
  return async (text, signal) => {
    const { hits } = await api.get<SearchAnswer>('/search', { query: { q: cutText(text, 100) }, signal });
    return hits
      .filter((hit) => hit.kind === kind && !hit.over)
      .map(({ id, title, ref, hint }) => ({
        value: id,
        label: [title, ref, hint].filter(Boolean).join(' · '),
      }));
  };
}
