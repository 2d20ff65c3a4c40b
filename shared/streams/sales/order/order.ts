import { atOwnPlace, movesGoods } from '../../money/day/goods-day.ts';
import { z } from 'zod';
import * as fields from '../../../core/fields.ts';
import type { NewEvent } from '../../../core/event.ts';
import { inPoos } from '../../../core/permission.ts';
import { refuse } from '../../../core/refusal.ts';
import { command, defineStream, type Ctx } from '../../../core/stream.ts';
import {
  firstOf,
  nothingInput,
  outOfPlace,
  reasonInput,
  stepCommand,
  wrongStage,
} from '../../documents/commands.ts';
import { createPickList } from './allocate.ts';
import { approveCancel, cancelLine, rejectCancel, requestCancel } from './cancel.ts';
import { confirm, queue, queueAt, submit, substitute } from './confirm.ts';
import { orderForm } from './form.ts';
import { fromPrescription, takePrescription } from './from-prescription.ts';
import { andQueued, orderAfter, queuedFace } from './parts.ts';
import { recordPayment } from './payment.ts';
import { contentStage, holdReasons, noOrder, orderLife, type OrderEvent, type OrderState } from './state.ts';
import { evolveOrder } from './evolve.ts';
import { orderTranslations } from './translations.ts';

const holdInput = z.strictObject({ reason: z.enum(holdReasons), note: fields.note(250, 5) });
const indentInput = z.strictObject({
  indents: z
    .array(
      z.strictObject({ lineId: fields.text(24), indentId: fields.text(24), indentLineId: fields.text(24) }),
    )
    .max(500),
});

/** Back where it was held; one whose time came meanwhile waits for the pickers. */
function released(state: OrderState, ctx: Pick<Ctx, 'now' | 'today'>): readonly NewEvent[] {
  const event: OrderEvent = { type: 'OrderReleased', data: {} };
  const from = state.hold?.from;
  const due = from === 'confirmed' && queueAt(state.header.slotDate, ctx.now, ctx.today) <= ctx.now;
  const events: readonly OrderEvent[] = due
    ? [event, { type: 'OrderPlQueued', data: queuedFace(orderAfter(state, [event]), 'slot') }]
    : from === 'queued'
      ? andQueued(state, [event])
      : [event];
  return events.map(({ type, data }) => ({ type, data: { ...data } }));
}

export const order = defineStream<OrderState, OrderEvent>({
  name: 'order',
  area: 'sales',
  numbered: true,
  state: 7,
  events: {
    OrderFormCreated: true,
    OrderFormLineChanged: true,
    OrderFileAttached: true,
    OrderFileRemoved: true,
    OrderPrinted: true,
    OrderFormSubmitted: true,
    OrderFormReturned: true,
    SubstitutionConsented: true,
    OrderConfirmed: true,
    OrderHeld: true,
    OrderReleased: true,
    OrderPlQueued: true,
    OrderAllocated: true,
    OrderBackordered: true,
    OrderIndented: true,
    OrderDeallocated: true,
    OrderPacked: true,
    OrderInvoiced: true,
    OrderDispatched: true,
    OrderDelivered: true,
    OrderReshipped: true,
    OrderSlotMoved: true,
    OrderReturned: true,
    OrderPaid: true,
    OrderRefunded: true,
    OrderLineCancelled: true,
    OrderCancelRequested: true,
    OrderCancelRejected: true,
    OrderCancelled: true,
    OrderClosed: true,
  },
  initial: noOrder,
  about: {
    prefix: 'SO',
    needs: [
      'Inventory/orderFormList:view',
      'Inventory/orderFormConfirmationList:view',
      'Inventory/orderCancellation:view',
    ],
    there: ({ exists }) => exists,
    sees: ({ pooId }, viewer) => inPoos(viewer, pooId),
  },
  evolve: evolveOrder,
  visible: (state, viewer) => viewer.kind !== 'person' || inPoos(viewer, state.pooId),
  files: (state) => state.files.map(({ fileId }) => fileId),
  commands: {
    ...orderForm,
    fromPrescription,
    takePrescription,
    submit,
    sendBack: stepCommand({
      step: 'sendBack',
      event: 'OrderFormReturned',
      input: reasonInput,
      need: 'Inventory/orderFormConfirmationList:edit',
      life: orderLife,
    }),
    confirm,
    substitute,
    hold: stepCommand({
      step: 'hold',
      event: 'OrderHeld',
      input: holdInput,
      need: [
        'Inventory/orderFormList:edit',
        'Inventory/orderFormConfirmationList:edit',
        'Out Bound/create-pl-queue:edit',
      ],
      life: orderLife,
    }),
    /** Back where it was held; one that waited for the pickers waits for them again. */
    release: command<OrderState, object>({
      input: nothingInput,
      need: ['Inventory/orderFormConfirmationList:edit', 'Out Bound/create-pl-queue:edit'],
      versioned: true,
      decide: (state, _input, ctx) => {
        const no = firstOf(outOfPlace(state, ctx), wrongStage(state, orderLife, 'release'));
        if (no) return no;
        return released(state, ctx);
      },
    }),
    /** The prescription that was to replace its own is rejected: it goes on where it was held for that. */
    rxValidAgain: command<OrderState, { rxId: number }>({
      input: z.strictObject({ rxId: z.int().positive() }),
      need: 'system',
      decide: (state, { rxId }, ctx) =>
        state.stage === 'onHold' && state.hold?.rxId === rxId
          ? released(state, ctx)
          : refuse('noLongerNeeded', 409),
    }),
    queue,
    createPickList: movesGoods(atOwnPlace, createPickList),
    cancelLine,
    requestCancel,
    approveCancel,
    rejectCancel,
    noteIndent: command<OrderState, z.output<typeof indentInput>>({
      input: indentInput,
      need: 'system',
      decide: (state, { indents }) =>
        state.exists ? [{ type: 'OrderIndented', data: { indents } }] : refuse('noLongerNeeded', 409),
    }),
    recordPayment,
    /** Nothing of it is open, in work or on the road any more. */
    close: command<OrderState, object>({
      input: nothingInput,
      need: 'system',
      decide: (state) =>
        state.stage === 'delivered' && contentStage(state) === 'delivered'
          ? [{ type: 'OrderClosed', data: {} }]
          : refuse('noLongerNeeded', 409),
    }),
  },
  translations: orderTranslations,
  story: [],
});
