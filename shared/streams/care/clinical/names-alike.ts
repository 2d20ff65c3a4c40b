import { plainText } from '../../../core/plain.ts';

/** Titles that stand before or after a name on a report and are none of it. */
const titles = new Set([
  'mr',
  'mrs',
  'ms',
  'dr',
  'smt',
  'shri',
  'sri',
  'master',
  'baby',
  'kum',
  'km',
  's/o',
  'd/o',
  'w/o',
]);

const translationsOf = (name: string): string[] =>
  plainText(name)
    .split(/[^\p{L}/]+/u)
    .filter((word) => word.length > 0 && !titles.has(word))
    .toSorted();

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1)
      next.push(
        Math.min(
          (next[j - 1] ?? 0) + 1,
          (row[j] ?? 0) + 1,
          (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1),
        ),
      );
    row = next;
  }
  return row[b.length] ?? 0;
}

/** How alike two names are, 0 to 1: order, case, marks and titles do not count. */
export function namesAlike(one: string, other: string): number {
  const [a, b] = [translationsOf(one).join(' '), translationsOf(other).join(' ')];
  const longest = Math.max(a.length, b.length);
  return longest === 0 ? 0 : 1 - distance(a, b) / longest;
}

/** Less than this is somebody else until a person says why not. */
export const alikeEnough = 0.8;
