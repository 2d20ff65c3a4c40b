import type { Event, RecordedEvent, RecordedEventOf } from '../../../core/event.ts';
import type { Person } from '../../documents/state.ts';

export interface RunStop {
  readonly dcId: string;
  readonly number: string;
  readonly customer: string;
  readonly pincode: string;
  readonly parcels: number;
  readonly codDuePaise: number;
}
export interface Settlement {
  /** `n500` …, `c5` …: how many of each. */
  readonly counted: Readonly<Record<string, number>>;
  readonly cashPaise: number;
  readonly upiPaise: number;
  readonly cardPaise: number;
  readonly linkPaise: number;
  /** What the customers of delivered parcels paid. */
  readonly duePaise: number;
  readonly gapPaise: number;
  readonly reason: string | null;
  /** The challans of the run; their money is the shop's from now on. */
  readonly dcIds?: readonly string[];
}
export type StatementEvent =
  | Event<
      'DeliveryStatementGenerated',
      {
        readonly number: string;
        readonly pooId: number;
        readonly place: { readonly code: string; readonly stateCode: string };
        readonly date: string;
        readonly agent: Person;
        readonly vehicle: string;
        readonly stops: readonly RunStop[];
      }
    >
  | Event<'DcAddedToStatement', RunStop>
  | Event<'DcRemovedFromStatement', { readonly dcId: string; readonly why: string }>
  | Event<'DeliveryStatementDeparted', { readonly odometerOut: number }>
  | Event<'DeliveryStatementReturned', { readonly odometerIn: number }>
  | Event<'DeliveryStatementSettled', Settlement>
  | Event<'CodShortageRecorded', { readonly agent: Person; readonly paise: number; readonly reason: string }>
  | Event<'DeliveryStatementCancelled', { readonly reason: string }>
  | Event<'StatementClaimed', { readonly claimId: string | null; readonly number: string }>;

export const statementStages = ['generated', 'departed', 'returned', 'settled', 'cancelled'] as const;
export type StatementStage = (typeof statementStages)[number];

export interface StatementState {
  readonly id: string;
  readonly exists: boolean;
  readonly version: number;
  readonly number: string;
  readonly pooId: number;
  readonly place: { readonly code: string; readonly stateCode: string };
  readonly date: string;
  readonly agent: Person;
  readonly vehicle: string;
  readonly stops: readonly RunStop[];
  readonly stage: StatementStage;
  readonly odometerOut: number | null;
  readonly odometerIn: number | null;
  readonly settlement: Settlement | null;
  readonly shortagePaise: number;
  /** The live claim for its kilometres. */
  readonly claimId: string | null;
  readonly madeBy: Person;
  readonly madeAt: string;
  readonly movedAt: string;
  readonly steps: readonly {
    readonly type: string;
    readonly by: Person;
    readonly at: string;
    readonly note: string | null;
  }[];
}

export const statementStream = (id: string): string => `statement-${id}`;
export const noStatement = (id: string): StatementState => ({
  id,
  exists: false,
  version: 0,
  number: '',
  pooId: 0,
  place: { code: '', stateCode: '' },
  date: '',
  agent: { empId: null, name: '' },
  vehicle: '',
  stops: [],
  stage: 'generated',
  odometerOut: null,
  odometerIn: null,
  settlement: null,
  shortagePaise: 0,
  claimId: null,
  madeBy: { empId: null, name: '' },
  madeAt: '',
  movedAt: '',
  steps: [],
});

const personOf = ({ actor }: RecordedEvent): Person => ({ empId: actor.empId, name: actor.name });

export function evolveStatement(
  before: StatementState,
  event: RecordedEventOf<StatementEvent>,
): StatementState {
  const step = (note: string | null = null): StatementState['steps'] => [
    ...before.steps,
    { type: event.type, by: personOf(event), at: event.at, note },
  ];
  const state: StatementState = { ...before, version: event.version, movedAt: event.at };
  switch (event.type) {
    case 'DeliveryStatementGenerated':
      return {
        ...state,
        ...event.data,
        exists: true,
        stage: 'generated',
        madeBy: personOf(event),
        madeAt: event.at,
        steps: step(),
      };
    case 'DcAddedToStatement':
      return { ...state, stops: [...state.stops, event.data], steps: step(event.data.number) };
    case 'DcRemovedFromStatement':
      return {
        ...state,
        stops: state.stops.filter(({ dcId }) => dcId !== event.data.dcId),
        steps: step(event.data.why),
      };
    case 'DeliveryStatementDeparted':
      return { ...state, stage: 'departed', odometerOut: event.data.odometerOut, steps: step() };
    case 'DeliveryStatementReturned':
      return { ...state, stage: 'returned', odometerIn: event.data.odometerIn, steps: step() };
    case 'DeliveryStatementSettled':
      return { ...state, stage: 'settled', settlement: event.data, steps: step(event.data.reason) };
    case 'CodShortageRecorded':
      return { ...state, shortagePaise: event.data.paise, steps: step(event.data.reason) };
    case 'DeliveryStatementCancelled':
      return { ...state, stage: 'cancelled', steps: step(event.data.reason) };
    case 'StatementClaimed':
      return { ...state, claimId: event.data.claimId };
    default:
      return before;
  }
}
