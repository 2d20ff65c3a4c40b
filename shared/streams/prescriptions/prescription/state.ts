import type { RecordedEventOf } from '../../../core/event.ts';
import type { Difference } from '../checks/compare.ts';
import type { RiskyLine } from '../checks/risk.ts';
import type { Person } from '../person.ts';
import type { DraftContent, RxHeader, RxLine } from './content.ts';
import type { RxStage } from './digitization.machine.ts';
import type { Received, RejectReason, RowFlag, RxEvent, SuppliedLine } from './events.ts';

interface Saved {
  readonly by: Person;
  readonly at: string;
  readonly draft: DraftContent;
}
export interface RxState {
  readonly id: string;
  readonly stage: RxStage;
  readonly received: Received | null;
  readonly receivedAt: string | null;
  readonly isDigFlag: 0 | 1;
  readonly digitizer: Person | null;
  readonly second: Person | null;
  readonly decider: Person | null;
  readonly checker: Person | null;
  /** Everybody who entered or decided a line, in every round; none of them checks it. */
  readonly typists: readonly Person[];
  /** Everybody who knows a first entry or what was checked; none of them makes the second entry. */
  readonly knowers: readonly Person[];
  /** Drafts of the first and of the second entry, not submitted yet. */
  readonly draft: Saved | null;
  readonly secondDraft: Saved | null;
  readonly first: { readonly header: RxHeader; readonly lines: readonly RxLine[] } | null;
  readonly secondLines: readonly RxLine[];
  readonly repeat: readonly RiskyLine[];
  readonly differences: readonly Difference[];
  /** The valid content: both entries merged, with the checker's corrections. */
  readonly header: RxHeader | null;
  readonly flags: readonly RowFlag[];
  readonly lines: readonly RxLine[];
  readonly question: {
    readonly text: string;
    readonly to: 'doctor' | 'customer';
    readonly by: Person;
    readonly back: 'entry' | 'check';
    readonly dueAt?: string;
  } | null;
  readonly answer: string | null;
  readonly sentBack: {
    readonly reason: string;
    readonly by: Person;
    readonly at: string;
    readonly to: Person;
  } | null;
  readonly rejected: { readonly reason: RejectReason; readonly text: string } | null;
  readonly read: readonly string[];
  readonly overrides: Readonly<
    Record<
      string,
      { readonly by: string; readonly reason: string; readonly as: 'doctor' | 'checker'; readonly at: string }
    >
  >;
  readonly corrections: number;
  readonly supersededBy: { readonly id: number; readonly ref: string } | null;
  readonly approvedAt: string | null;
  readonly dispensed: Readonly<Record<number, number>>;
  /** Units promised to customer orders and not supplied yet, by line. */
  readonly reserved: Readonly<Record<number, number>>;
  /** Of these, by the order that they are promised to. */
  readonly reservedFor: Readonly<Record<string, Readonly<Record<number, number>>>>;
  /** Orders to which units were promised. */
  readonly orders: readonly string[];
  /** Pick lists of the version that this one replaces, held until this one is approved or ends. */
  readonly picks: readonly string[];
  /** Orders of the version before that wait for this one. */
  readonly heldOrders: readonly string[];
  readonly lapsed: 'window' | 'verbal' | null;
}

export const newRx = (key: string): RxState => ({
  id: key,
  stage: 'none',
  received: null,
  receivedAt: null,
  isDigFlag: 0,
  digitizer: null,
  second: null,
  decider: null,
  checker: null,
  typists: [],
  knowers: [],
  draft: null,
  secondDraft: null,
  first: null,
  secondLines: [],
  repeat: [],
  differences: [],
  header: null,
  flags: [],
  lines: [],
  question: null,
  answer: null,
  sentBack: null,
  rejected: null,
  read: [],
  overrides: {},
  corrections: 0,
  supersededBy: null,
  approvedAt: null,
  dispensed: {},
  reserved: {},
  reservedFor: {},
  orders: [],
  picks: [],
  heldOrders: [],
  lapsed: null,
});

/** Whether an alert is about that line: its read mark or override is dropped once the line changes. */
const isAbout = (alertId: string, no: number): boolean =>
  alertId
    .split(':')
    .slice(1)
    .some((part) => part === String(no) || part === `#${no}`);

function withUnits(
  before: Readonly<Record<number, number>>,
  lines: readonly SuppliedLine[],
  sign: 1 | -1,
): Readonly<Record<number, number>> {
  const units: Record<number, number> = { ...before };
  for (const { no, qty } of lines) units[no] = Math.max(0, (units[no] ?? 0) + sign * qty);
  return units;
}

const withReserved = (
  state: RxState,
  orderId: string,
  lines: readonly SuppliedLine[],
  sign: 1 | -1,
): RxState => ({
  ...state,
  reserved: withUnits(state.reserved, lines, sign),
  reservedFor: {
    ...state.reservedFor,
    [orderId]: withUnits(state.reservedFor[orderId] ?? {}, lines, sign),
  },
});

/** Of these units, those that are promised to the order: it can give back nothing else. */
export function releasable(
  { reservedFor }: Pick<RxState, 'reservedFor'>,
  orderId: string,
  lines: readonly SuppliedLine[],
): readonly SuppliedLine[] {
  const left: Record<number, number> = { ...reservedFor[orderId] };
  return lines.flatMap(({ no, qty }) => {
    const held = Math.min(qty, left[no] ?? 0);
    left[no] = (left[no] ?? 0) - held;
    return held > 0 ? [{ no, qty: held }] : [];
  });
}

/** Adds people to a list, each once. */
const withPeople = (before: readonly Person[], ...more: readonly (Person | null)[]): readonly Person[] =>
  more.reduce<readonly Person[]>(
    (all, one) => (one === null || all.some(({ empId }) => empId === one.empId) ? all : [...all, one]),
    before,
  );

export function evolveRx(state: RxState, event: RecordedEventOf<RxEvent>): RxState {
  const { at } = event;
  switch (event.type) {
    case 'PrescriptionReceived':
      return {
        ...state,
        stage: 'pending',
        received: event.data,
        receivedAt: at,
        typists: event.data.typists ?? [],
      };
    case 'DigitizationStarted': {
      const { by, n } = event.data;
      return n === 1
        ? { ...state, stage: 'entering', digitizer: by }
        : { ...state, stage: 'secondEntering', second: by };
    }
    case 'DigitizationDraftSaved': {
      const { by, n, draft } = event.data;
      const typists = withPeople(state.typists, by);
      return n === 1
        ? { ...state, typists, knowers: withPeople(state.knowers, by), draft: { by, at, draft } }
        : { ...state, typists, secondDraft: { by, at, draft } };
    }
    case 'FirstEntrySubmitted': {
      const { header, lines, repeat, by } = event.data;
      return {
        ...state,
        stage: 'secondPending',
        digitizer: by,
        typists: withPeople(state.typists, by),
        knowers: withPeople(state.knowers, by),
        first: { header, lines },
        repeat,
        draft: null,
        second: null,
        secondDraft: null,
        secondLines: [],
      };
    }
    case 'SecondEntrySubmitted':
      return {
        ...state,
        second: event.data.by,
        typists: withPeople(state.typists, event.data.by),
        secondLines: event.data.lines,
        secondDraft: null,
      };
    case 'EntriesDiffered':
      return { ...state, stage: 'differing', differences: event.data.differences };
    case 'DifferencesTaken':
      return { ...state, stage: 'deciding', decider: event.data.by };
    case 'DifferencesDecided':
      return { ...state, decider: event.data.by, typists: withPeople(state.typists, event.data.by) };
    case 'PrescriptionDigitized': {
      const { header, lines, flags } = event.data;
      const digitizer = state.digitizer ?? event.data.by;
      return {
        ...state,
        stage: 'awaitingCheck',
        isDigFlag: 1,
        digitizer,
        typists: withPeople(state.typists, digitizer, event.data.by),
        knowers: withPeople(state.knowers, digitizer, event.data.by),
        header,
        lines,
        flags,
        draft: null,
        sentBack: null,
        read: [],
        overrides: {},
      };
    }
    case 'ClarificationRequested':
      return { ...state, stage: 'clarifying', question: event.data, answer: null };
    case 'ClarificationAnswered':
      return {
        ...state,
        stage: event.data.back === 'entry' ? 'pending' : 'awaitingCheck',
        answer: event.data.text,
      };
    case 'PrescriptionRejected':
      return {
        ...state,
        stage: 'rejected',
        isDigFlag: 0,
        rejected: { reason: event.data.reason, text: event.data.text },
      };
    case 'CheckStarted':
      return {
        ...state,
        stage: 'inCheck',
        checker: event.data.by,
        knowers: withPeople(state.knowers, event.data.by),
      };
    case 'CheckAlertsRead':
      return { ...state, read: [...new Set([...state.read, ...event.data.alertIds])] };
    case 'CheckCorrectionMade': {
      const { no, after } = event.data;
      const overrides = Object.fromEntries(
        Object.entries(state.overrides).filter(([id]) => !isAbout(id, no)),
      );
      const read = state.read.filter((id) => !isAbout(id, no));
      return {
        ...state,
        corrections: state.corrections + 1,
        overrides,
        read,
        lines: state.lines.map((line) => (line.no === no ? after : line)),
      };
    }
    case 'LineDecided': {
      const { no, decision, holdReason } = event.data;
      return {
        ...state,
        lines: state.lines.map((line) => (line.no === no ? { ...line, decision, holdReason } : line)),
      };
    }
    case 'PrescriptionAlertOverridden': {
      const { alertId, by, reason, as } = event.data;
      return { ...state, overrides: { ...state.overrides, [alertId]: { by: by.name, reason, as, at } } };
    }
    case 'PrescriptionSentBack': {
      const { reason, by, to } = event.data;
      return {
        ...state,
        stage: 'sentBack',
        isDigFlag: 0,
        sentBack: { reason, by, at, to },
        first: null,
        repeat: [],
        differences: [],
        decider: null,
        second: null,
        knowers: withPeople(state.knowers, ...state.typists),
      };
    }
    case 'PrescriptionApproved':
      return { ...state, stage: 'approved', lines: event.data.lines, approvedAt: at };
    case 'OrderDraftRequested':
    case 'EntryResumed':
    case 'CheckResumed':
      return state;
    case 'PrescriptionSuperseded':
      return { ...state, stage: 'superseded', supersededBy: { id: event.data.by, ref: event.data.ref } };
    case 'PrescriptionReinstated':
      return { ...state, stage: 'approved', supersededBy: null };
    case 'PrescriptionImageAdded':
      return {
        ...state,
        received: state.received && {
          ...state.received,
          files: [...state.received.files, ...event.data.files],
          verbal: null,
        },
      };
    case 'PrescriptionDispensed':
      return { ...state, dispensed: withUnits(state.dispensed, event.data.supplied, 1) };
    case 'PrescriptionSupplyReversed':
      return { ...state, dispensed: withUnits(state.dispensed, event.data.supplied, -1) };
    case 'RxQuantityReserved':
      return {
        ...withReserved(state, event.data.orderId, event.data.lines, 1),
        orders: [...new Set([...state.orders, event.data.orderId])],
      };
    case 'RxQuantityReleased': {
      const { orderId, lines } = event.data;
      return withReserved(state, orderId, releasable(state, orderId, lines), -1);
    }
    case 'RxPickListsHeld':
      return {
        ...state,
        picks: [...new Set([...state.picks, ...event.data.picks])],
        heldOrders: [...new Set([...state.heldOrders, ...(event.data.orders ?? [])])],
      };
    case 'RxOrdersFreed':
      return { ...state, heldOrders: [] };
    case 'RxPickListsReplaced':
      return { ...state, picks: state.picks.filter((one) => !event.data.picks.includes(one)) };
    case 'PrescriptionLapsed':
      return { ...state, stage: 'lapsed', lapsed: event.data.why };
    default:
      return state;
  }
}

export const isAmong = (people: readonly Person[], empId: number | null): boolean =>
  empId !== null && people.some((one) => one.empId === empId);

/** Units of a line still to be supplied, repeats included; 0 for a line that is not supplied. */
export function unitsLeft(
  { header, dispensed }: Pick<RxState, 'header' | 'dispensed'>,
  line: RxLine,
): number {
  if (line.decision !== 'supply') return 0;
  return Math.max(0, line.qty * (1 + (header?.repeats ?? 0)) - (dispensed[line.no] ?? 0));
}

/** Units that may still be allocated: the remaining ones less those allocated to other orders. */
export function unitsFree(state: Pick<RxState, 'header' | 'dispensed' | 'reserved'>, line: RxLine): number {
  return Math.max(0, unitsLeft(state, line) - (state.reserved[line.no] ?? 0));
}
