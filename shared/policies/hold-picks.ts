import { cutText } from '../core/cut.ts';
import { streamKey } from '../core/event.ts';
import { definePolicy, type Reaction } from '../core/policy.ts';
import { rxRef } from '../streams/prescriptions/references.ts';
import { prescription } from '../streams/prescriptions/prescription/prescription.ts';
import { pick } from '../streams/sales/pick/pick.ts';

const to = (stream: string, command: string, input: Readonly<Record<string, unknown>>): Reaction => ({
  kind: 'command',
  stream,
  command,
  input,
});

/** The notice to the picker of a list. */
const notice = (
  picker: number,
  list: string,
  message: string,
  values: Readonly<Record<string, string>>,
): Reaction =>
  to(`notice-${picker}`, 'push', {
    message,
    values,
    icon: 'alert',
    color: 'red',
    route: `/purchaseanddispatch/pickList?id=${streamKey(list)}`,
    about: list,
    urgent: true,
  });

/**
 * A replaced prescription holds its open pick lists and orders until the new one is decided. If that is rejected they go on; otherwise
 * the lists end. Each picker gets a notice, and so does the picker of a list that somebody else cancels.
 */
export const holdPicks = definePolicy({
  name: 'hold-picks',
  on: [
    prescription.events.PrescriptionSuperseded,
    prescription.events.PrescriptionApproved,
    prescription.events.PrescriptionRejected,
    prescription.events.PrescriptionLapsed,
    prescription.events.RxOrdersFreed,
    prescription.events.RxPickListsReplaced,
    pick.events.PickListHeld,
    pick.events.PickListReplaced,
    pick.events.PickListCancelled,
  ],
  react: (event): readonly Reaction[] => {
    switch (event.type) {
      case 'PrescriptionSuperseded': {
        const { by, ref, reason } = event.data;
        return [to(event.stream, 'holdPicks', { by, ref, reason })];
      }
      case 'RxOrdersFreed':
        return event.data.orders.map((one) =>
          to(`order-${one}`, 'rxValidAgain', { rxId: Number(streamKey(event.stream)) }),
        );
      case 'RxPickListsReplaced':
        return event.data.picks.map((one) =>
          to(`pick-${one}`, 'endReplaced', { rxId: Number(streamKey(event.stream)), ref: event.data.ref }),
        );
      case 'PickListHeld':
      case 'PickListReplaced': {
        const { picker, ref, number } = event.data;
        const message = event.type === 'PickListHeld' ? 'pickListHeld' : 'pickListReplaced';
        return picker === null ? [] : [notice(picker, event.stream, message, { ref, number })];
      }
      case 'PickListCancelled': {
        const { picker = null, number = '', reason, putBack } = event.data;
        if (picker === null || picker === event.actor.empId) return [];
        const message = putBack ? 'pickListCancelledBack' : 'pickListCancelled';
        return [notice(picker, event.stream, message, { number, reason: cutText(reason, 160) })];
      }
      default:
        return [to(event.stream, 'releasePicks', { ref: rxRef(streamKey(event.stream)) })];
    }
  },
});
