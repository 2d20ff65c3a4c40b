import type { DeliveryState, ParcelStage } from '#shared/streams/delivery/parcel/state.ts';
import type { StatementState } from '#shared/streams/delivery/statement/state.ts';
import type { Row } from '#web/live/rows.ts';
import type { Tone } from '#web/parts/StatusWord.tsx';

export type ParcelRow = DeliveryState & Row;
export type RunRow = StatementState & Row;

export const parcelTones: Readonly<Record<ParcelStage, Tone>> = {
  unassigned: 'warn',
  assigned: 'info',
  accepted: 'info',
  handedOver: 'accent',
  out: 'accent',
  undelivered: 'danger',
  delivered: 'ok',
  rto: 'warn',
  rtoReceived: 'warn',
  closed: 'muted',
  withdrawn: 'muted',
};
export const runTones: Readonly<Record<StatementState['stage'], Tone>> = {
  generated: 'info',
  departed: 'accent',
  returned: 'warn',
  settled: 'ok',
  cancelled: 'muted',
};
