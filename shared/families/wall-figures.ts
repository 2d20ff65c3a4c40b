import { businessDay } from '../core/day.ts';
import type { FloorMark } from './wall-tiles.ts';

/** One big figure of a wall: its value from the marks, and whether it is an alarm. */
export interface WallFigure {
  readonly id: string;
  readonly unit: 'count' | 'minutes' | 'percent' | 'rupees';
  /** Null where there is no value. */
  readonly value: (marks: readonly FloorMark[], now: number) => number | null;
  readonly alarm?: (value: number, marks: readonly FloorMark[], now: number) => boolean;
}

const minute = 60_000;
const of = (marks: readonly FloorMark[], board: string): readonly FloorMark[] =>
  marks.filter((mark) => mark.board === board);
/** Waiting rows that may be worked on; a parked row does not wait. */
const waits = ({ state }: FloorMark): boolean => state === 'waiting' || state === 'held';
const passed = (at: string | null, now: number): boolean => at !== null && Date.parse(at) <= now;
const agents =
  (state: FloorMark['state']) =>
  (marks: readonly FloorMark[]): number =>
    of(marks, 'agents').filter((mark) => mark.state === state).length;
const today = (marks: readonly FloorMark[], board: string, now: number): readonly FloorMark[] =>
  of(marks, board).filter(({ since }) => businessDay(Date.parse(since)) === businessDay(now));

function median(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return Math.round(((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2);
}
const share = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part * 100) / whole);

/** *Calling floor*: waiting rows, present agents, and missed callbacks. */
const calling: readonly WallFigure[] = [
  { id: 'calls.waiting', unit: 'count', value: (marks) => of(marks, 'calls').filter(waits).length },
  {
    id: 'calls.oldest',
    unit: 'minutes',
    value: (marks, now) => {
      const since = of(marks, 'calls')
        .filter(waits)
        .map((mark) => Date.parse(mark.since));
      return since.length === 0 ? null : Math.max(0, Math.floor((now - Math.min(...since)) / minute));
    },
    alarm: (_value, marks, now) =>
      of(marks, 'calls').some((mark) => waits(mark) && passed(mark.breachAt, now)),
  },
  {
    id: 'calls.inTime',
    unit: 'percent',
    value: (marks, now) => {
      const waiting = of(marks, 'calls').filter(waits);
      return share(waiting.filter((mark) => !passed(mark.breachAt, now)).length, waiting.length);
    },
    alarm: (value) => value < 80,
  },
  { id: 'agents.ready', unit: 'count', value: agents('waiting'), alarm: (value) => value === 0 },
  { id: 'agents.busy', unit: 'count', value: agents('held') },
  {
    id: 'callbacks.overdue',
    unit: 'count',
    value: (marks, now) => of(marks, 'callbacks').filter((mark) => passed(mark.breachAt, now)).length,
    alarm: (value) => value > 0,
  },
];

/** *Leads and sales*: today's arrivals, the time to their first call, and their results. */
const leads: readonly WallFigure[] = [
  { id: 'leads.today', unit: 'count', value: (marks, now) => today(marks, 'leads', now).length },
  {
    id: 'leads.response',
    unit: 'minutes',
    value: (marks, now) =>
      median(
        today(marks, 'leads', now).flatMap(({ since, reachedAt }) =>
          reachedAt ? [Math.max(0, (Date.parse(reachedAt) - Date.parse(since)) / minute)] : [],
        ),
      ),
    alarm: (value) => value > 30,
  },
  {
    id: 'leads.uncalled',
    unit: 'count',
    value: (marks, now) => today(marks, 'leads', now).filter(({ reachedAt }) => !reachedAt).length,
  },
  { id: 'visits.today', unit: 'count', value: (marks, now) => today(marks, 'visits', now).length },
  { id: 'orders.today', unit: 'count', value: (marks, now) => today(marks, 'orders', now).length },
  {
    id: 'conversions',
    unit: 'percent',
    value: (marks, now) =>
      share(
        today(marks, 'converted', now).length,
        today(marks, 'leads', now).filter(({ reachedAt }) => reachedAt).length,
      ),
  },
];

const counts =
  (board: string) =>
  (marks: readonly FloorMark[]): number =>
    of(marks, board).length;
const countsToday =
  (board: string) =>
  (marks: readonly FloorMark[], now: number): number =>
    today(marks, board, now).length;
const late =
  (...boards: readonly string[]) =>
  (marks: readonly FloorMark[], now: number): number =>
    marks.filter((mark) => boards.includes(mark.board) && passed(mark.breachAt, now)).length;
const any = (value: number): boolean => value > 0;
const inSlot: WallFigure = {
  id: 'day.onTime',
  unit: 'percent',
  value: (marks, now) => {
    const done = today(marks, 'delivered', now);
    return share(done.filter((mark) => !passed(mark.breachAt, Date.parse(mark.since))).length, done.length);
  },
};

/** *Store and dispatch*: parcels to pick, packed ones, and missed slots. */
const store: readonly WallFigure[] = [
  { id: 'pick.waiting', unit: 'count', value: counts('toPick') },
  { id: 'packed.waiting', unit: 'count', value: counts('packed') },
  { id: 'slots.late', unit: 'count', value: late('packed', 'out'), alarm: any },
  { id: 'road.out', unit: 'count', value: counts('out') },
  inSlot,
];

/** *Delivery*: parcels in transit, today's results, and the money that riders carry. */
const delivery: readonly WallFigure[] = [
  { id: 'road.out', unit: 'count', value: counts('out') },
  { id: 'day.delivered', unit: 'count', value: countsToday('delivered') },
  { id: 'day.failed', unit: 'count', value: countsToday('failed') },
  {
    id: 'cod.riders',
    unit: 'rupees',
    // To whole hundreds, so that a wall never shows a person's exact cash.
    value: (marks) => {
      const carried = [...of(marks, 'delivered'), ...of(marks, 'failed')];
      return Math.round(carried.reduce((sum, { paise = 0 }) => sum + paise, 0) / 100_00) * 100;
    },
  },
  { id: 'road.late', unit: 'count', value: late('out'), alarm: (value) => value > 5 },
  inSlot,
];

/** *Care and lab*: cases, critical values that nobody has acknowledged, reports. */
const care: readonly WallFigure[] = [
  { id: 'cases.due', unit: 'count', value: counts('casesDue') },
  { id: 'cases.late', unit: 'count', value: late('casesDue'), alarm: any },
  { id: 'critical.unheard', unit: 'count', value: counts('criticalUnheard'), alarm: any },
  { id: 'reports.waiting', unit: 'count', value: counts('reportsLate') },
  { id: 'reports.late', unit: 'count', value: late('reportsLate'), alarm: any },
];

/** *Prescription desk*: prescriptions that wait for entry and for the pharmacist, and today's decisions. */
const prescription: readonly WallFigure[] = [
  { id: 'rx.digitize', unit: 'count', value: counts('toDigitize') },
  { id: 'rx.check', unit: 'count', value: counts('toCheck') },
  {
    id: 'rx.oldest',
    unit: 'minutes',
    value: (marks, now) => {
      const since = [...of(marks, 'toDigitize'), ...of(marks, 'toCheck')].map((mark) =>
        Date.parse(mark.since),
      );
      return since.length === 0 ? null : Math.max(0, Math.floor((now - Math.min(...since)) / minute));
    },
    alarm: (_value, marks, now) => late('toDigitize', 'toCheck')(marks, now) > 0,
  },
  { id: 'rx.done', unit: 'count', value: countsToday('approved') },
  { id: 'rx.rejected', unit: 'count', value: countsToday('rejected') },
];

/** Walls of at most six figures, by the name in their address. */
export const wallFigures: Readonly<Record<string, readonly WallFigure[]>> = {
  ...{ calling, leads, prescription },
  ...{ store, delivery, care },
};
