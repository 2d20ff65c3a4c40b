import type { ReportDef } from '#shared/families/report.ts';
import { tracked } from '#web/parts/tracked.ts';
import type * as part from './part.ts';

type DaysPart = typeof part;
const none: Promise<null> = tracked(Promise.resolve(null));
let loading: Promise<DaysPart> | null = null;

/** The part that draws months day by day, for reports with such a column; null for the others. */
export function loadDays({ columns }: ReportDef): Promise<DaysPart | null> {
  if (!columns.some(({ kind }) => kind === 'days')) return none;
  return (loading ??= tracked(
    import('./part.ts').then((found) => {
      found.addDayTranslations();
      return found;
    }),
  ));
}
