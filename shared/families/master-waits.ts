import { DAY_MS } from '../core/day.ts';
import { choice } from './master-field.ts';

/** How long a record has waited in its step, as lists are filtered by it; the name is also that of the column. */
export const waitingFilter = choice(
  'waiting',
  { en: 'Waiting', es: 'En espera' },
  {
    short: { en: 'Less than a day', es: 'Menos de un día' },
    soon: { en: '1 to 3 days', es: 'De 1 a 3 días' },
    long: { en: 'More than 3 days', es: 'Más de 3 días' },
  },
);

/** From so long on somebody should look at it, and from so long on somebody should have. */
export const waitingWarnMs = DAY_MS;
export const waitingLateMs = 3 * DAY_MS;

/** The ages, `from` included, that an option means. */
export const waitingAges: Readonly<Record<string, { readonly fromMs: number; readonly toMs: number | null }>> = {
  short: { fromMs: 0, toMs: waitingWarnMs },
  soon: { fromMs: waitingWarnMs, toMs: waitingLateMs },
  long: { fromMs: waitingLateMs, toMs: null },
};
