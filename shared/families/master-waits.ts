import { DAY_MS } from '../core/day.ts';
import { choice } from './master-field.ts';

/** How long a record has waited in its step, as lists are filtered by it; the name is also that of the column. */
export const waitingFilter = choice('waiting', ['Waiting', 'En espera'], {
  short: ['Less than a day', 'Menos de un día'],
  soon: ['1 to 3 days', 'De 1 a 3 días'],
  long: ['More than 3 days', 'Más de 3 días'],
});

/** From so long on somebody should look at it, and from so long on somebody should have. */
export const waitingWarnMs = DAY_MS;
export const waitingLateMs = 3 * DAY_MS;

/** The ages, `from` included, that an option means. */
export const waitingAges: Readonly<Record<string, { readonly fromMs: number; readonly toMs: number | null }>> = {
  short: { fromMs: 0, toMs: waitingWarnMs },
  soon: { fromMs: waitingWarnMs, toMs: waitingLateMs },
  long: { fromMs: waitingLateMs, toMs: null },
};
