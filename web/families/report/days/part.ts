export { DayLine } from './DayLine.tsx';
export { DaysRoom } from './room.tsx';
export { addDayTranslations } from './translations.ts';
