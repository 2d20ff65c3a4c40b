import { headOf, tailOf } from '../../../core/cut.ts';
import { DAY_MS, instantOf } from '../../../core/day.ts';

export const opensAt = '06:00';
/** A case is due so many days after the day on which its month begins. */
export const dueDays = 7;
/** After that many calls in vain or other delays a team lead decides. */
export const mostMissed = 3;

/** Number of the case of a patient's month: `204` and `2026-11` make 204202611. One patient has one a month. */
export function caseIdOf(patientId: number, month: string): number {
  return Number(`${patientId}${month.replace('-', '')}`);
}
export function caseStream(patientId: number, month: string): string {
  return `cccase-${caseIdOf(patientId, month)}`;
}

/** Patient and month of a case's number. */
export function readCaseId(key: string): { readonly patientId: number; readonly month: string } {
  return { patientId: Number(headOf(key, -6)), month: `${key.slice(-6, -2)}-${tailOf(key, 2)}` };
}

export function monthAfter(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
}
export function monthBefore(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return number === 1 ? `${year - 1}-12` : `${year}-${String(number - 1).padStart(2, '0')}`;
}

/** When the case of a month opens (ms): at six in the morning of its cycle day, which every month has. */
export function openingOf(month: string, cycleDay: number): number {
  return instantOf(`${month}-${String(cycleDay).padStart(2, '0')}`, opensAt);
}
/** By when it should be done (ms). */
export function dueOf(month: string, cycleDay: number): number {
  return openingOf(month, cycleDay) + dueDays * DAY_MS;
}
