import { DAY_MS } from '../core/day.ts';
import { choice } from './master-field.ts';

/** Filter by waiting time in the current step; shares its name with the column. */
export const waitingFilter = choice(
  'waiting',
  { en: 'Waiting', es: 'En espera' },
  {
    short: { en: 'Less than a day', es: 'Menos de un día' },
    soon: { en: '1 to 3 days', es: 'De 1 a 3 días' },
    long: { en: 'More than 3 days', es: 'Más de 3 días' },
  },
);

/** Waiting time from which a record is marked as a warning, and from which as overdue. */
export const waitingWarnMs = DAY_MS;
export const waitingLateMs = 3 * DAY_MS;

/** The range of waiting times of each option, `from` inclusive. */
export const waitingAges: Readonly<
  Record<string, { readonly fromMs: number; readonly toMs: number | null }>
> = {
  short: { fromMs: 0, toMs: waitingWarnMs },
  soon: { fromMs: waitingWarnMs, toMs: waitingLateMs },
  long: { fromMs: waitingLateMs, toMs: null },
};
