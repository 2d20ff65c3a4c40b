/**
 * Reserved slots of one employee's day; two bookings of one slot conflict here and the later one is refused.
 */
export interface Reservation {
  readonly appointmentId: number;
  readonly from: number;
  readonly minutes: number;
  readonly home: boolean;
}
/** Half hours that were merged into one longer slot; bookable as a whole from its start. */
export interface MergedSlot {
  readonly from: number;
  readonly minutes: number;
}
export interface SlotsState {
  readonly taken: readonly Reservation[];
  readonly merges?: readonly MergedSlot[];
}
