import { atOwnPlace, movesGoods } from '../../money/day/goods-day.ts';
import { inPoos } from '../../../core/permission.ts';
import { defineStream } from '../../../core/stream.ts';
import { returnDrafting } from './draft.ts';
import { inspect, receive, refund, scan, sort } from './receive.ts';
import { approve, cancel, fail, pickUp, reject, request, schedule } from './request.ts';
import { evolveReturn, noReturn, type ReturnEvent, type ReturnState } from './state.ts';
import { returnTranslations } from './translations.ts';

/** Goods that a customer had and gives back: asked for, decided, fetched or brought, inspected, credited, paid back. */
export const customerReturn = defineStream<ReturnState, ReturnEvent>({
  name: 'return',
  area: 'sales',
  numbered: true,
  state: 2,
  events: {
    CustomerReturnDrafted: true,
    CustomerReturnChanged: true,
    CustomerReturnFileAttached: true,
    CustomerReturnFileRemoved: true,
    CustomerReturnPrinted: true,
    CustomerReturnRequested: true,
    CustomerReturnApproved: true,
    CustomerReturnRejected: true,
    ReturnPickupScheduled: true,
    ReturnPickupFailed: true,
    ReturnPickedUp: true,
    ReturnScanned: true,
    ReturnReceived: true,
    ReturnSorted: true,
    ReturnInspected: true,
    UndeliveredRefundDue: true,
    PrepaidRefundDue: true,
    RefundIssued: true,
    CustomerReturnCancelled: true,
  },
  initial: noReturn,
  evolve: evolveReturn,
  visible: (state, viewer) => viewer.kind !== 'person' || inPoos(viewer, state.pooId),
  files: (state) => state.files.map(({ fileId }) => fileId),
  commands: {
    ...returnDrafting,
    ...{ request, approve, reject, cancel, schedule, fail, pickUp },
    ...{
      scan,
      receive: movesGoods(atOwnPlace, receive),
      sort,
      inspect: movesGoods(atOwnPlace, inspect),
      refund,
    },
  },
  translations: returnTranslations,
  story: [],
});
