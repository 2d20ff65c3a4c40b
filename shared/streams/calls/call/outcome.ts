import { businessDay } from '../../../core/day.ts';
import type { DispositionCode } from './dispositions.ts';
import type { CallClass, CallingDay } from './hours.ts';
import { closedWhy, opensAt, workingDayAt } from './hours.ts';
import { callLimits } from './limits.ts';

const minute = 60_000;

export interface Tried {
  readonly callClass: CallClass;
  /** Attempts on this number today, this call included. */
  readonly today: number;
  /** Calls of this subject so far, this call included. */
  readonly total: number;
  /** The number does not exist, and the person has another one. */
  readonly otherNumber?: boolean;
}

/** When to retry an unsettled subject (ms); null where the disposition settles or moves it. */
export function retryAt(code: DispositionCode, now: number, tried: Tried, day: CallingDay): number | null {
  const wait = waits(code, now, tried, day);
  if (wait === null) return null;
  const next =
    !tried.otherNumber && tried.today >= callLimits.attemptsPerDay && businessDay(wait) === businessDay(now)
      ? workingDayAt(tried.callClass, now, 1, day)
      : wait;
  return closedWhy(tried.callClass, next, {
    ...day,
    holiday: businessDay(next) === businessDay(now) ? day.holiday : null,
  }) === null
    ? next
    : opensAt(tried.callClass, next, { ...day, holiday: null });
}

function waits(
  code: DispositionCode,
  now: number,
  { callClass, today, otherNumber = false }: Tried,
  day: CallingDay,
): number | null {
  switch (code) {
    case 'RNR':
      return now + 120 * minute;
    case 'BUSY':
    case 'NO_DISPOSITION':
      return now + 30 * minute;
    case 'SWITCHED_OFF':
    case 'NOT_REACHABLE':
      return now + 240 * minute;
    case 'DROPPED':
      return today <= 1 ? now : now + 30 * minute;
    case 'INVALID_NUMBER':
      return otherNumber ? now : null;
    case 'THINKING':
    case 'ORDER_TAKEN':
      return workingDayAt(callClass, now, 2, day);
    case 'COMPLAINT':
      return workingDayAt(callClass, now, 1, day);
    default:
      return null;
  }
}

/** Whether the subject has reached its maximum of calls. */
export const isExhausted = (code: DispositionCode, { total }: Tried): boolean =>
  total >= callLimits.leadAttempts && retries.includes(code);
const retries: readonly DispositionCode[] = [
  'RNR',
  'BUSY',
  'SWITCHED_OFF',
  'NOT_REACHABLE',
  'DROPPED',
  'NO_DISPOSITION',
  'THINKING',
  'INVALID_NUMBER',
];
