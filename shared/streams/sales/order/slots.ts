import { instantOf } from '../../../core/day.ts';
import type { OrderHeader } from './state.ts';

/** The hours of a delivery slot, IST. */
export const slotTimes: Readonly<
  Record<OrderHeader['slotWindow'], { readonly from: string; readonly to: string }>
> = {
  MORNING: { from: '09:00', to: '13:00' },
  AFTERNOON: { from: '13:00', to: '17:00' },
  EVENING: { from: '17:00', to: '21:00' },
};

/** The instant at which a slot ends, as an ISO string; null without a day. */
export function slotEnd(slotDate: string | null, slotWindow: string): string | null {
  const times = new Map(Object.entries(slotTimes)).get(slotWindow);
  return slotDate === null || !times ? null : new Date(instantOf(slotDate, times.to)).toISOString();
}
