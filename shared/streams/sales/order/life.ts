import { documentLife } from '../../documents/life.ts';

/**
 * Which step is allowed in which stage. From `queued` to `delivered` the stage follows from the content: an order with units that
 * no pick list holds is queued again, also while a first parcel is on the road.
 */
export const orderLife = documentLife('order', {
  draft: { change: 'draft', submit: 'submitted', requestCancel: 'cancelRequested' },
  submitted: {
    confirm: 'confirmed',
    sendBack: 'draft',
    substitute: 'submitted',
    hold: 'onHold',
    requestCancel: 'cancelRequested',
  },
  confirmed: {
    queue: 'queued',
    substitute: 'confirmed',
    cancelLine: 'confirmed',
    hold: 'onHold',
    requestCancel: 'cancelRequested',
  },
  onHold: {
    release: 'submitted',
    substitute: 'onHold',
    cancelLine: 'onHold',
    requestCancel: 'cancelRequested',
  },
  queued: {
    allocate: 'picking',
    substitute: 'queued',
    cancelLine: 'queued',
    hold: 'onHold',
    requestCancel: 'cancelRequested',
  },
  picking: { pack: 'packed', cancelLine: 'picking', requestCancel: 'cancelRequested' },
  packed: { invoice: 'invoiced', cancelLine: 'packed', requestCancel: 'cancelRequested' },
  invoiced: { dispatch: 'dispatched', cancelLine: 'invoiced' },
  dispatched: { deliver: 'delivered', cancelLine: 'dispatched' },
  delivered: { close: 'closed' },
  cancelRequested: { approveCancel: 'cancelled', rejectCancel: 'queued' },
  cancelled: {},
  closed: {},
});
