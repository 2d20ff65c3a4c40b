import { isDay, isSunday } from '#shared/core/day.ts';

/** Parses a typed date: 23112026, 23-11-2026, 23/11/2026, 23.11.26, 2026-11-23; null when it is none. */
export function dayFromText(text: string): string | null {
  const trimmed = text.trim();
  if (isDay(trimmed)) return trimmed;
  const match =
    /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})$/.exec(trimmed) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(trimmed);
  if (!match) return null;
  const [, day = '', month = '', year = ''] = match;
  const text8 = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(text8) ? text8 : null;
}

export interface DayRule {
  readonly noSunday?: boolean;
  readonly min?: string | null;
  readonly max?: string | null;
}

/** Why a day is not allowed; null when it is. */
export function dayTrouble(day: string, rule: DayRule): 'sunday' | 'dateBefore' | 'dateAfter' | null {
  if (rule.noSunday && isSunday(day)) return 'sunday';
  if (rule.min && day < rule.min) return 'dateBefore';
  if (rule.max && day > rule.max) return 'dateAfter';
  return null;
}
