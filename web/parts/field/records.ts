import { cutText } from '#shared/core/cut.ts';
import type { SearchAnswer } from '#shared/wire.ts';
import { api } from '#web/live/api.ts';
import type { Choice } from './field.ts';

/** The kinds of record that a field finds; the console's own search knows each. */
export const foundKinds = ['call', 'customer', 'lead'] as const;
export type FoundKind = (typeof foundKinds)[number];

/**
 * Finds records of one kind by name, reference or phone, as the search over all records does; closed ones are
 * left out unless they are what is looked for.
 */
export const findRecords: (
  kind: FoundKind,
  how?: { readonly closed?: boolean },
) => (text: string, signal: AbortSignal) => Promise<readonly Choice[]> = recordsOf;

/** The same for the `lookup` of a declared field. */
export function recordsOf(
  kind: string,
  { closed = false }: { readonly closed?: boolean } = {},
): (text: string, signal: AbortSignal) => Promise<readonly Choice[]> {
  return async (text, signal) => {
    const { hits } = await api.get<SearchAnswer>('/search', {
      query: { q: cutText(text, 100), kind },
      signal,
    });
    return hits
      .filter((hit) => closed || !hit.over)
      .map(({ id, title, ref, hint }) => ({
        value: id,
        label: [title, ref, hint].filter(Boolean).join(' · '),
      }));
  };
}
