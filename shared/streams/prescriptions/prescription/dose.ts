import { z } from 'zod';
import { oneOf } from '../../../core/fields.ts';

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof weekdays)[number];

/** A dose: morning–afternoon–evening–night, on days of the week, when needed, or once. */
export type Dose =
  | { readonly kind: 'daily'; readonly m: number; readonly a: number; readonly e: number; readonly n: number }
  | { readonly kind: 'weekly'; readonly days: readonly Weekday[]; readonly count: number }
  | { readonly kind: 'sos'; readonly perDay: number }
  | { readonly kind: 'stat'; readonly count: number };

const half = z.number('badFormat').min(0, 'badFormat').max(9, 'badFormat').multipleOf(0.5, 'badFormat');
const some = half.min(0.5, 'badFormat');

export const doseSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('daily'), m: half, a: half, e: half, n: half }),
  z.object({
    kind: z.literal('weekly'),
    days: z.array(oneOf(weekdays)).min(1, 'required').max(7, 'tooManyItems'),
    count: some,
  }),
  z.object({ kind: z.literal('sos'), perDay: some }),
  z.object({ kind: z.literal('stat'), count: some }),
]) satisfies z.core.$ZodType<Dose>;

/** The most units of one day. */
export function unitsPerDay(dose: Dose): number {
  switch (dose.kind) {
    case 'daily':
      return dose.m + dose.a + dose.e + dose.n;
    case 'weekly':
      return dose.count;
    case 'sos':
      return dose.perDay;
    case 'stat':
      return dose.count;
  }
}

/** Forms that are counted one by one; of the others packs are supplied. */
const counted = new Set(['TAB', 'CAP', 'SACHET']);
export const isCounted = (form: string): boolean => counted.has(form);

/** The units of the whole course; null for forms that are not counted. */
export function unitsOf(dose: Dose, days: number, form: string): number | null {
  if (!isCounted(form)) return null;
  const units =
    dose.kind === 'stat'
      ? dose.count
      : dose.kind === 'weekly'
        ? dose.count * Math.ceil((days * dose.days.length) / 7)
        : unitsPerDay(dose) * days;
  return Math.ceil(units);
}

const short = (n: number): string =>
  n === 0.5 ? '½' : Number.isInteger(n) ? String(n) : `${Math.floor(n)}½`;

/** `1-0-0-1`, `mon thu × 1`, `SOS ≤ 2`, `STAT 1`: as written on a prescription. */
export function doseText(dose: Dose): string {
  switch (dose.kind) {
    case 'daily':
      return [dose.m, dose.a, dose.e, dose.n].map(short).join('-');
    case 'weekly':
      return `${dose.days.join(' ')} × ${short(dose.count)}`;
    case 'sos':
      return `SOS ≤ ${short(dose.perDay)}`;
    case 'stat':
      return `STAT ${short(dose.count)}`;
  }
}

const latin: Readonly<Record<string, readonly [m: number, a: number, e: number, n: number]>> = {
  od: [1, 0, 0, 0],
  bd: [1, 0, 0, 1],
  bid: [1, 0, 0, 1],
  tds: [1, 1, 0, 1],
  tid: [1, 1, 0, 1],
  qid: [1, 1, 1, 1],
  qds: [1, 1, 1, 1],
  hs: [0, 0, 0, 1],
};

const amount = (text: string): number | null => {
  const found = /^(\d)?\s*(½|1\/2|\.5)?$/.exec(text.trim());
  if (!found || (found[1] === undefined && found[2] === undefined)) return null;
  return Number(found[1] ?? 0) + (found[2] ? 0.5 : 0);
};

/** Parses a typed dose: `1-0-1`, `½-0-0-1`, `BD`, `SOS 2`, `STAT`, `mon thu 1`. Null where it is invalid. */
export function readDose(text: string): Dose | null {
  const plain = text.trim().toLowerCase().replace(/\s+/g, ' ');
  const known = latin[plain];
  if (known) return { kind: 'daily', m: known[0], a: known[1], e: known[2], n: known[3] };
  const parts = plain.split(/ ?[-–+] ?/).map(amount);
  if (parts.length >= 3 && parts.length <= 4 && parts.every((part) => part !== null)) {
    const [m, a, third, fourth] = parts;
    return { kind: 'daily', m: m!, a: a!, e: fourth === undefined ? 0 : third!, n: fourth ?? third! };
  }
  const named = /^(sos|prn|stat)(?: ?(?:≤|x|×)? ?(.+))?$/.exec(plain);
  if (named) {
    const count = named[2] === undefined ? 1 : amount(named[2]);
    if (count === null || count === 0) return null;
    return named[1] === 'stat' ? { kind: 'stat', count } : { kind: 'sos', perDay: count };
  }
  const translations = plain.split(' ');
  const days = weekdays.filter((day) => translations.includes(day));
  const rest = translations.filter(
    (word) => !days.some((day) => day === word) && word !== '×' && word !== 'x',
  );
  if (days.length === 0 || rest.length > 1) return null;
  const count = rest[0] === undefined ? 1 : amount(rest[0]);
  return count === null || count === 0 ? null : { kind: 'weekly', days, count };
}
