import { businessDay, instantOf } from '../core/day.ts';
import type { Reaction } from '../core/policy.ts';
import { definePolicy } from '../core/policy.ts';
import { streamKey } from '../core/event.ts';
import { custexit } from '../streams/customers/exit/custexit.ts';
import { customer } from '../streams/customers/customer.ts';

/** In: an exit was approved for a future day. Out: the exit on that day. */
export const carryOutExit = definePolicy({
  name: 'carry-out-exit',
  on: [custexit.events.CustomerExitGranted],
  react: ({ stream, at, data }): readonly Reaction[] =>
    data.effectiveOn <= businessDay(Date.parse(at))
      ? []
      : [
          {
            kind: 'command',
            stream,
            command: 'carryOut',
            input: {},
            at: instantOf(data.effectiveOn, '06:00'),
          },
        ],
});

/** In: a customer left. Out: cancellation of their booked visits. */
export const cancelVisitsOfExited = definePolicy({
  name: 'cancel-visits-of-exited',
  on: [custexit.events.CustomerExitCarriedOut],
  react: ({ data }): readonly Reaction[] =>
    data.visits.map((id) => ({
      kind: 'command',
      stream: `appointment-${id}`,
      command: 'cancel',
      input: { reason: 'The customer has left' },
    })),
});

/** In: another system reports that a customer left or returned. Out: a record among the exits. */
export const noteOutsideExit = definePolicy({
  name: 'note-outside-exit',
  on: [customer.events.CustomerExited, customer.events.CustomerReactivated],
  react: ({ type, stream, data }): readonly Reaction[] => {
    if (type === 'CustomerReactivated')
      return data.outside == null
        ? []
        : [{ kind: 'command', stream: `custexit-${data.outside}`, command: 'endOutside', input: {} }];
    return data.exitId == null
      ? [
          {
            kind: 'command',
            stream: 'custexit-new',
            command: 'noteOutside',
            input: { customerId: Number(streamKey(stream)), on: data.on },
          },
        ]
      : [];
  },
});
