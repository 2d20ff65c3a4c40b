import type { Stop } from './stop.ts';
import type { UsedPosition } from './use-position.ts';

/** The props of every part of an open stop. */
export interface StopProps {
  readonly stop: Stop;
  readonly place: UsedPosition;
  readonly online: boolean;
  readonly now: number;
  readonly onClose: () => void;
}
