import type { Event, RecordedEventOf } from '../../../core/event.ts';
import { documentLife } from '../../documents/life.ts';
import {
  evolveDraft,
  noDocument,
  stepped,
  type DocumentState,
  type Drafted,
  type Person,
} from '../../documents/state.ts';

/** How a customer pays for what did not come back. */
export const chargeModes = ['cash', 'upi', 'card'] as const;
export type ChargeMode = (typeof chargeModes)[number];

export interface CareKitHeader {
  /** The kit's type by the specification's number, as a choice. */
  readonly kitType: string;
  readonly bundleId: number;
  readonly bundle: string;
  readonly patientId: number;
  readonly patient: string;
  readonly customerId: number | null;
  readonly customer: string;
  readonly month: string;
  readonly issuedOn: string | null;
  readonly receivedBy: Person | null;
  readonly inspectedBy: Person | null;
  readonly chargePaise: number;
  readonly chargeMode: ChargeMode | null;
  readonly chargeRef: string | null;
}
/** Units of one batch that went out with the kit; before it is issued, of one product. */
export interface CareKitLine {
  readonly id: string;
  readonly productId: number;
  readonly product: string;
  readonly packSize: number;
  readonly storage: string;
  /** Lent, so it comes back; anything else is the patient's to use up. */
  readonly returnable: boolean;
  /** What a unit that does not come back costs the customer. */
  readonly unitChargePaise: number;
  readonly barcodeId: number | null;
  readonly label: string;
  readonly batch: string;
  readonly expiry: string | null;
  readonly qty: number;
  readonly receivedQty: number;
  readonly restockQty: number;
  readonly damagedQty: number;
  readonly consumedQty: number;
  readonly missingQty: number;
  readonly chargePaise: number;
}
export type CareKitReturnState = DocumentState<CareKitHeader, CareKitLine>;
export type ReturnCounts = readonly ({ readonly id: string } & Partial<
  Pick<CareKitLine, 'receivedQty' | 'restockQty' | 'damagedQty'>
>)[];

/** The charge of one component that is missing. */
export interface MissingCharge {
  readonly lineId: string;
  readonly productId: number;
  readonly product: string;
  readonly qty: number;
  readonly paise: number;
}
type Contents = Pick<CareKitHeader, 'kitType' | 'bundleId' | 'bundle'>;
export type CareKitReturnEvent =
  | Event<'CcKitPrepared', Drafted<CareKitHeader, CareKitLine>>
  | Event<'CcKitRevised', { readonly header: Contents; readonly lines: readonly CareKitLine[] }>
  | Event<'CcKitIssued', { readonly lines: readonly CareKitLine[]; readonly on: string }>
  | Event<'CcKitNotIssued', { readonly reason: string | null }>
  | Event<'CcKitReturnCounted', { readonly put: ReturnCounts }>
  | Event<'CcKitReturnReceived', object>
  | Event<'CcKitNotReturned', { readonly reason: string }>
  | Event<'CcKitSorted', { readonly put: ReturnCounts }>
  | Event<'CcKitInspected', { readonly charges: readonly MissingCharge[]; readonly chargePaise: number }>
  | Event<
      'CcKitChargeCollected',
      { readonly paise: number; readonly mode: ChargeMode; readonly ref: string | null }
    >
  | Event<'CcKitChargeWaived', { readonly paise: number; readonly reason: string }>;

export const careKitLife = documentLife('careKitReturn', {
  toIssue: { revise: 'toIssue', issue: 'issued', drop: 'notIssued' },
  issued: { count: 'issued', receive: 'returnReceived', giveUp: 'returnReceived' },
  returnReceived: { sort: 'returnReceived', inspect: 'inspected', inspectCharge: 'toCollect' },
  toCollect: { collect: 'inspected', waive: 'inspected' },
  inspected: {},
  notIssued: {},
});

export const careKitReturnStream = (kitId: number | string): string => `cckitret-${kitId}`;

export const noCareKit = (id: string): CareKitReturnState =>
  noDocument<CareKitHeader, CareKitLine>(id, {
    kitType: '',
    bundleId: 0,
    bundle: '',
    patientId: 0,
    patient: '',
    customerId: null,
    customer: '',
    month: '',
    issuedOn: null,
    receivedBy: null,
    inspectedBy: null,
    chargePaise: 0,
    chargeMode: null,
    chargeRef: null,
  });

/** A line as what came back of it leaves it: the rest is missing where it was lent, else it was used up. */
export function afterReturn(line: CareKitLine): CareKitLine {
  const rest = line.qty - line.receivedQty;
  const missingQty = line.returnable ? rest : 0;
  return {
    ...line,
    missingQty,
    consumedQty: rest - missingQty,
    chargePaise: missingQty * line.unitChargePaise,
  };
}

const names = {
  drafted: 'CcKitPrepared',
  changed: '',
  attached: '',
  detached: '',
  printed: '',
} as const;
const counted = (state: CareKitReturnState, put: ReturnCounts, version: number): CareKitReturnState => {
  const counts = new Map(put.map((one) => [one.id, one]));
  return { ...state, version, lines: state.lines.map((line) => ({ ...line, ...counts.get(line.id) })) };
};

export function evolveCareKit(
  state: CareKitReturnState,
  event: RecordedEventOf<CareKitReturnEvent>,
): CareKitReturnState {
  const about = (header: Partial<CareKitHeader>): CareKitReturnState => ({
    ...state,
    header: { ...state.header, ...header },
  });
  const by = { empId: event.actor.empId, name: event.actor.name };
  switch (event.type) {
    case 'CcKitPrepared':
      return evolveDraft<CareKitHeader, CareKitLine, CareKitReturnState>(
        names,
        careKitLife.initial,
        state,
        event,
      )!;
    case 'CcKitRevised':
      return { ...about(event.data.header), version: event.version, lines: event.data.lines };
    case 'CcKitIssued':
      return {
        ...stepped(about({ issuedOn: event.data.on }), event, 'issue', 'issued'),
        lines: event.data.lines,
      };
    case 'CcKitNotIssued':
      return stepped(state, event, 'drop', 'notIssued', event.data.reason);
    case 'CcKitReturnCounted':
    case 'CcKitSorted':
      return counted(state, event.data.put, event.version);
    case 'CcKitReturnReceived':
    case 'CcKitNotReturned': {
      const reason = event.type === 'CcKitNotReturned' ? event.data.reason : null;
      const step = event.type === 'CcKitNotReturned' ? 'giveUp' : 'receive';
      const next = stepped(about({ receivedBy: by }), event, step, 'returnReceived', reason);
      return { ...next, lines: state.lines.map(afterReturn) };
    }
    case 'CcKitInspected': {
      const { chargePaise } = event.data;
      const [step, stage] = chargePaise > 0 ? ['inspectCharge', 'toCollect'] : ['inspect', 'inspected'];
      return stepped(about({ inspectedBy: by, chargePaise }), event, step!, stage!);
    }
    case 'CcKitChargeCollected': {
      const { mode, ref } = event.data;
      return stepped(about({ chargeMode: mode, chargeRef: ref }), event, 'collect', 'inspected', ref);
    }
    case 'CcKitChargeWaived':
      return stepped(about({ chargePaise: 0 }), event, 'waive', 'inspected', event.data.reason);
    default:
      return state;
  }
}
