import { plainText as plain } from '#shared/core/plain.ts';

export interface Found {
  readonly id: string;
  readonly label: string;
  readonly group: 'pages' | 'actions';
  readonly hint: string;
  readonly translations: string;
  readonly run: () => void;
  readonly keys?: string;
}

const MOST = 8;

function score(one: Found, parts: readonly string[]): number {
  const label = plain(one.label);
  const all = `${label} ${plain(one.hint)} ${plain(one.translations)}`;
  if (!parts.every((part) => all.includes(part))) return 0;
  const first = parts[0]!;
  if (label.startsWith(first)) return 4;
  if (label.split(/\s+/).some((word) => word.startsWith(first))) return 3;
  return label.includes(first) ? 2 : 1;
}

/** The best matches: at the start of the name before inside it, recently used first. */
export function find(all: readonly Found[], query: string, recent: readonly string[]): readonly Found[] {
  const parts = plain(query).split(/\s+/).filter(Boolean);
  const rank = (one: Found): number => {
    const at = recent.indexOf(one.id);
    return at < 0 ? recent.length : at;
  };
  if (parts.length === 0) return all.toSorted((a, b) => rank(a) - rank(b)).slice(0, MOST);
  return all
    .map((one) => ({ one, points: score(one, parts) }))
    .filter(({ points }) => points > 0)
    .toSorted(
      (a, b) => b.points - a.points || rank(a.one) - rank(b.one) || a.one.label.length - b.one.label.length,
    )
    .slice(0, MOST)
    .map(({ one }) => one);
}

/** Whether the input looks like a number, a code or a phone number: then records are listed before pages. */
export function likeNumber(query: string): boolean {
  return query.replace(/\D/g, '').length >= 3;
}
