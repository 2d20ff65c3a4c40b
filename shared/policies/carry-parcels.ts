import { streamKey } from '../core/event.ts';
import { definePolicy, type Reaction } from '../core/policy.ts';
import { delivery } from '../streams/delivery/parcel/delivery.ts';
import { parcelLimits } from '../streams/delivery/parcel/rules.ts';
import { deliveryStream } from '../streams/delivery/parcel/state.ts';
import { dc } from '../streams/sales/dc/dc.ts';

/**
 * A checked parcel waits for a carrier; one that is to be cancelled does not. A rider has ten minutes to answer, and the customer gets
 * a code when the parcel goes out.
 */
export const carryParcels = definePolicy({
  name: 'carry-parcels',
  on: [
    dc.events.DcVerified,
    dc.events.DcCancelRequested,
    dc.events.DcCancelRejected,
    delivery.events.LmdAssigned,
    delivery.events.OutForDelivery,
  ],
  react: (event): readonly Reaction[] => {
    const parcel = deliveryStream(streamKey(event.stream));
    const to = (command: string, input: Readonly<Record<string, unknown>>, at?: number): Reaction => ({
      kind: 'command',
      stream: parcel,
      command,
      input,
      ...(at === undefined ? {} : { at }),
    });
    switch (event.type) {
      case 'DcVerified':
      case 'DcCancelRejected':
        return [to('open', {})];
      case 'DcCancelRequested':
        return [to('withdraw', { why: event.data.reason })];
      case 'OutForDelivery':
        return event.data.phone === '' ? [] : [to('sendDoorCode', {})];
      case 'LmdAssigned': {
        const { mode, agent } = event.data;
        if (mode !== 'OWN' || agent.empId === null) return [];
        return [
          to('lapse', { at: event.at }, Date.parse(event.at) + parcelLimits.answerMs),
          {
            kind: 'command',
            stream: `notice-${agent.empId}`,
            command: 'push',
            input: {
              message: 'parcelAssigned',
              values: {},
              icon: 'clipboard',
              color: 'blue',
              route: '/delivery/deleveryStatementList?tab=run',
              dedupeKey: 'parcelAssigned',
            },
          },
        ];
      }
    }
  },
});
