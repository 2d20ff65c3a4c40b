import type { TillRow } from '#shared/feeds/money.ts';
import type { DepositState } from '#shared/streams/money/deposit/deposit.ts';
import type { DayState } from '#shared/streams/money/day/state.ts';
import type { Row } from '#web/live/rows.ts';

export type DayRow = DayState & Row;
export type TillLive = TillRow & Row;
export type DepositRow = DepositState & Row;

/** Cards of a count: tone of the difference. */
export const gapTone = (paise: number | null): 'ok' | 'danger' | null =>
  paise === null ? null : paise === 0 ? 'ok' : 'danger';
