import { createMachine } from 'xstate';
import { lifeOf } from '../life.ts';
import { orderStages, type OrderStage } from './laborder-state.ts';

export type OrderStep =
  | 'ORDER'
  | 'BOOK'
  | 'COLLECT'
  | 'REJECT_SAMPLE'
  | 'SEND'
  | 'REPORT'
  | 'CLOSE'
  | 'CANCEL';

export const labOrderMachine = createMachine({
  id: 'laborder',
  initial: 'none',
  states: {
    none: { on: { ORDER: 'ordered' } },
    ordered: {
      on: {
        BOOK: 'collectionBooked',
        COLLECT: 'sampleCollected',
        REPORT: 'reportReceived',
        CANCEL: 'cancelled',
      },
    },
    collectionBooked: {
      on: {
        BOOK: { target: 'collectionBooked', reenter: true },
        COLLECT: 'sampleCollected',
        REPORT: 'reportReceived',
        CANCEL: 'cancelled',
      },
    },
    sampleCollected: { on: { SEND: 'sentToLab', REJECT_SAMPLE: 'sampleRejected', REPORT: 'reportReceived' } },
    sampleRejected: { on: { BOOK: 'collectionBooked', COLLECT: 'sampleCollected', CANCEL: 'cancelled' } },
    sentToLab: { on: { REJECT_SAMPLE: 'sampleRejected', REPORT: 'reportReceived' } },
    reportReceived: { on: { CLOSE: 'closed', REPORT: { target: 'reportReceived', reenter: true } } },
    closed: { type: 'final' },
    cancelled: { type: 'final' },
  },
});

export const orderLife = lifeOf<OrderStage, OrderStep>(labOrderMachine, orderStages);
