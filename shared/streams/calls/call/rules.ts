import { businessDay, clockTime } from '../../../core/day.ts';
import { refuse, type Refusal } from '../../../core/refusal.ts';
import type { CallClass, CallingDay } from './hours.ts';
import { closedWhy, opensAt } from './hours.ts';
import { callLimits } from './limits.ts';
import { attemptsOn, type PhoneLineState } from './phone-line.ts';

const iso = (at: number): string => new Date(at).toISOString();

/** Why calls of this class may not go out now: the hour, a Sunday or a holiday. */
export function hoursRefused(callClass: CallClass, now: number, day: CallingDay): Refusal | null {
  const why = closedWhy(callClass, now, day);
  if (why === null) return null;
  const { from, to } = day.hours[callClass];
  const opens = iso(opensAt(callClass, why === 'holiday' ? now + 1 : now, day));
  if (why === 'holiday') return refuse('callHoliday', 422, { name: day.holiday, opens });
  return why === 'sunday'
    ? refuse('callSunday', 422, { opens })
    : refuse('callOutsideHours', 422, { from, to, opens });
}

/**
 * Why this number may not be called now: barred, invalid, too often, too soon. Clinical calls do not count.
 */
export function numberRefused(line: PhoneLineState, callClass: CallClass, now: number): Refusal | null {
  if (line.bad) return refuse('callBadNumber');
  if (callClass === 'clinical') return null;
  if (line.barred && callClass !== 'transactional') return refuse('callDnc');
  if (attemptsOn(line, businessDay(now)) >= callLimits.attemptsPerDay)
    return refuse('callAttemptLimit', 422, { n: callLimits.attemptsPerDay });
  const free = line.lastAt === null || line.again ? now : Date.parse(line.lastAt) + callLimits.gapMs;
  return free > now ? refuse('callTooSoon', 422, { time: clockTime(free), opens: iso(free) }) : null;
}

/** All checks of number and hour, made at claim and again at dial. */
export function dialRefused(
  callClass: CallClass,
  line: PhoneLineState,
  now: number,
  day: CallingDay,
): Refusal | null {
  return numberRefused(line, callClass, now) ?? hoursRefused(callClass, now, day);
}
