import type { Pool } from 'pg';
import { businessDay, instantOf } from '#shared/core/day.ts';
import { deliveriesView } from '#shared/feeds/delivery.ts';
import { labelsWrong, otherStops, parcelLimits } from '#shared/streams/delivery/parcel/rules.ts';
import type { DeliveryState } from '#shared/streams/delivery/parcel/state.ts';
import { simulatedOutbox } from '../../outside/outbox.ts';
import type { Clock, KeptViews } from '../../core/parts.ts';
import type { Prepare } from '../../store/handle.ts';
import { parcelCodes } from './parcel-codes.ts';

const handed: readonly DeliveryState['stage'][] = ['handedOver', 'out', 'undelivered'];

/** Prepares decisions about parcels: how many stops a rider has, and whether a code was sent or is correct. */
export function parcelPrepare(parts: {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly views: KeptViews;
}): Readonly<Record<string, Prepare>> {
  const codes = parcelCodes({ ...parts, send: simulatedOutbox(parts.clock) });
  const pickup = (key: string): string => `delivery-${key}:pickup`;
  const door = (key: string): string => `delivery-${key}:door`;
  const stops: Prepare = async (_request, input: { agentId: number }, state: DeliveryState) => ({
    stops: otherStops(parts.views.get(deliveriesView).rows.values(), input.agentId, state),
  });
  /** Only a try of the one who carries it counts. */
  const atDoor: Prepare = async (
    { key, viewer },
    input: { code?: string | null },
    { stage, agent }: DeliveryState,
  ) =>
    input.code && handed.includes(stage) && (!agent?.empId || agent.empId === viewer.empId)
      ? { code: await codes.check(door(key), input.code) }
      : {};
  return {
    'delivery/assign': stops,
    async 'delivery/issuePickupOtp'({ key }, _input, state: DeliveryState) {
      if (state.stage !== 'accepted' || state.codeLocked || state.codeIssues >= parcelLimits.codeIssues)
        return {};
      const phone = state.mode === 'CUSTOMER_PICKUP' ? state.phone : (state.partner?.riderPhone ?? '');
      const until = parts.clock.now() + parcelLimits.pickupCodeMs;
      return {
        until: await codes.issue(
          pickup(key),
          phone,
          until,
          (code) =>
            `Code ${code} for parcel ${state.number}. Show it at the counter; it is valid for 15 minutes.`,
        ),
      };
    },
    async 'delivery/verifyPickupOtp'(
      { key },
      input: { code: string; labels: readonly string[] },
      state: DeliveryState,
    ) {
      // A try counts only when the parcels may be given out with it.
      return state.stage === 'accepted' && !state.codeLocked && labelsWrong(state, input.labels) === null
        ? { code: await codes.check(pickup(key), input.code) }
        : {};
    },
    async 'delivery/sendDoorCode'({ key }, _input, state: DeliveryState) {
      if (state.stage !== 'out' || state.phone === '') return {};
      const until = instantOf(businessDay(parts.clock.now()), '23:59');
      return {
        until: await codes.issue(
          door(key),
          state.phone,
          Math.max(until, parts.clock.now() + parcelLimits.pickupCodeMs),
          (code) =>
            `Your parcel ${state.orderNumber} is on its way. Give the rider the code ${code} when you have it in hand.`,
        ),
      };
    },
    'delivery/deliver': atDoor,
    'delivery/deliverPart': atDoor,
  };
}
