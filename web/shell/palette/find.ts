import { plainText as plain } from '#shared/core/plain.ts';

export interface Found {
  readonly id: string;
  readonly label: string;
  readonly group: 'pages' | 'actions';
  readonly hint: string;
  readonly translations: string;
  readonly run: () => void;
  readonly keys?: string;
  /** An action of the screen that is open. */
  readonly here?: boolean;
  /** A page to which a key leads from everywhere. */
  readonly start?: boolean;
}

/** The matches that are listed of pages and actions together. */
export const MOST = 8;
const MOST_RECENT = 5;

function score(one: Found, parts: readonly string[]): number {
  const label = plain(one.label);
  const all = `${label} ${plain(one.hint)} ${plain(one.translations)}`;
  if (!parts.every((part) => all.includes(part))) return 0;
  const first = parts[0]!;
  if (label.startsWith(first)) return 4;
  if (label.split(/\s+/).some((word) => word.startsWith(first))) return 3;
  return label.includes(first) ? 2 : 1;
}

/** All that match the input, the best first: at the start of the name before inside it, recently used first. */
export function find(all: readonly Found[], query: string, recent: readonly string[]): readonly Found[] {
  const parts = plain(query).split(/\s+/).filter(Boolean);
  if (parts.length === 0) return [];
  const rank = (one: Found): number => {
    const at = recent.indexOf(one.id);
    return at < 0 ? recent.length : at;
  };
  return all
    .map((one) => ({ one, points: score(one, parts) }))
    .filter(({ points }) => points > 0)
    .toSorted(
      (a, b) => b.points - a.points || rank(a.one) - rank(b.one) || a.one.label.length - b.one.label.length,
    )
    .map(({ one }) => one);
}

/** What the palette begins with: what was used recently, the actions of this screen, and where to go. */
export function beginning(
  all: readonly Found[],
  recent: readonly string[],
): Readonly<Record<'recent' | 'here' | 'pages', readonly Found[]>> {
  const used = recent.flatMap((id) => all.find((one) => one.id === id) ?? []).slice(0, MOST_RECENT);
  const others = all.filter((one) => !used.includes(one));
  return {
    recent: used,
    here: others.filter(({ here }) => here).slice(0, MOST),
    pages: others.filter(({ start }) => start).slice(0, MOST),
  };
}

/** Whether the input looks like a number, a code or a phone number: then records are listed before pages. */
export function likeNumber(query: string): boolean {
  return query.replace(/\D/g, '').length >= 3;
}
