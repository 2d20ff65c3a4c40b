import type { Event, RecordedEventOf } from '../../../core/event.ts';
import type { By } from '../emit.ts';

export const orderStages = [
  'none',
  'ordered',
  'collectionBooked',
  'sampleCollected',
  'sampleRejected',
  'sentToLab',
  'reportReceived',
  'closed',
  'cancelled',
] as const;
export type OrderStage = (typeof orderStages)[number];

export const orderSources = ['careConnect', 'prescription', 'tpd', 'adhoc'] as const;
export interface Ordered {
  readonly patientId: number;
  readonly pooId: number | null;
  readonly ref: string;
  readonly labId: number;
  readonly labName: string;
  readonly tests: readonly {
    readonly testId: number;
    readonly name: string;
    readonly pricePaise: number;
    readonly fasting: boolean;
  }[];
  readonly doctorId: number | null;
  readonly source: (typeof orderSources)[number];
  readonly pricePaise: number;
  readonly by: By;
}
export interface Step {
  readonly patientId: number;
  readonly by: By;
}
export type LabOrderEvent =
  | Event<'LabOrdered', Ordered>
  | Event<'LabCollectionBooked', Step & { readonly at: string; readonly appointmentId: number | null }>
  | Event<'LabSampleCollected', Step>
  | Event<'LabSampleRejected', Step & { readonly reason: string }>
  | Event<'LabSentToLab', Step>
  | Event<'LabOrderReportReceived', Step & { readonly reportId: number }>
  | Event<'LabOrderClosed', Step & { readonly reportId: number }>
  | Event<'LabOrderCancelled', Step & { readonly reason: string }>;

export interface LabOrderState {
  readonly stage: OrderStage;
  readonly order: Ordered | null;
  readonly collectionAt: string | null;
  readonly reason: string | null;
  readonly reportIds: readonly number[];
}

export function evolveLabOrder(state: LabOrderState, event: RecordedEventOf<LabOrderEvent>): LabOrderState {
  switch (event.type) {
    case 'LabOrdered':
      return { ...state, stage: 'ordered', order: event.data };
    case 'LabCollectionBooked':
      return { ...state, stage: 'collectionBooked', collectionAt: event.data.at };
    case 'LabSampleCollected':
      return { ...state, stage: 'sampleCollected' };
    case 'LabSampleRejected':
      return { ...state, stage: 'sampleRejected', reason: event.data.reason };
    case 'LabSentToLab':
      return { ...state, stage: 'sentToLab' };
    case 'LabOrderReportReceived':
      return { ...state, stage: 'reportReceived', reportIds: [...state.reportIds, event.data.reportId] };
    case 'LabOrderClosed':
      return { ...state, stage: 'closed' };
    case 'LabOrderCancelled':
      return { ...state, stage: 'cancelled', reason: event.data.reason };
    default:
      return state;
  }
}

export const noLabOrder = (): LabOrderState => ({
  stage: 'none',
  order: null,
  collectionAt: null,
  reason: null,
  reportIds: [],
});
