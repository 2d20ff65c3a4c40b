import type { ReportDef } from '#shared/families/report.ts';
import { tracked } from '#web/parts/tracked.ts';
import type { DayLine } from './DayLine.tsx';
import type { DaysRoom } from './room.tsx';

interface DaysPart {
  readonly DaysRoom: typeof DaysRoom;
  readonly DayLine: typeof DayLine;
}
const none: Promise<null> = tracked(Promise.resolve(null));
let loading: Promise<DaysPart> | null = null;

async function load(): Promise<DaysPart> {
  const [room, line, texts] = await Promise.all([
    import('./room.tsx'),
    import('./DayLine.tsx'),
    import('./translations.ts'),
  ]);
  texts.addDayTranslations();
  return { DaysRoom: room.DaysRoom, DayLine: line.DayLine };
}

/** The part that draws months day by day, for reports with such a column; null for the others. */
export function loadDays({ columns }: ReportDef): Promise<DaysPart | null> {
  if (!columns.some(({ kind }) => kind === 'days')) return none;
  return (loading ??= tracked(load()));
}
