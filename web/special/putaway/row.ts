import type { PutawayRow } from '#shared/feeds/putaway.ts';
import type { Row } from '#web/live/rows.ts';

export type LiveRow = PutawayRow & Row;
export interface Tray {
  readonly id: number;
  readonly name: string;
}
