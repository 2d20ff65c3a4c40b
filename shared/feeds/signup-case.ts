import type { EventOf } from '../core/stream.ts';
import type { signup } from '../streams/customers/signup/signup.ts';
import type { queueitem } from '../streams/calls/queueitem/queueitem.ts';
import { initialOf } from '../core/cut.ts';
import { inPoos } from '../core/permission.ts';
import { maskPhone } from '../core/phone.ts';
import { reference } from '../core/reference.ts';
import { streamKey } from '../core/event.ts';
import type { Scope } from '../core/view.ts';
import { defineFeed, defineView } from '../core/view.ts';
import type {
  ChecklistItem,
  Consent,
  ConsentKind,
  SignupDocument,
  SignupPatient,
} from '../streams/customers/signup/fields.ts';
import type { SourceFault } from '../core/source-faults.ts';
import { checklistItems, faultsOf } from '../streams/customers/signup/fields.ts';
import { signupQueueName, signupRef } from '../streams/customers/signup/place.ts';
import type {
  Person,
  SignupRecord,
  SignupStage,
  SignupState,
  Tick,
} from '../streams/customers/signup/state.ts';
import { evolveSignup, newSignup } from '../streams/customers/signup/state.ts';

/** One entry of a case's history. `text` is a person's comment, `item` the checklist item concerned. */
export interface HistoryEntry {
  readonly type: string;
  readonly at: string;
  readonly by: string;
  readonly empId: number | null;
  readonly text: string | null;
  readonly item: string | null;
}

export interface CaseRow {
  readonly state: SignupState;
  readonly version: number;
  readonly history: readonly HistoryEntry[];
  /** When the case or its queue item last changed, and when the case itself did. */
  readonly updatedAt: string;
  readonly modifiedAt: string;
}

const keepLines = 200;
/** Cases kept in memory; their total number is unbounded. */
const atHand = 2_000;
const prefix = `${signupQueueName}-`;

type CaseEvent = EventOf<typeof signup | typeof queueitem>;

/** What somebody wrote with it, and the item of the checklist or queue that it is about. */
interface Remark {
  readonly text?: string;
  readonly reason?: string | null;
  readonly answer?: string | null;
  readonly waiver?: string | null;
  readonly item?: string;
}

function line({ type, at, actor, ...event }: CaseEvent): HistoryEntry {
  const data = event.data as Remark;
  return {
    type,
    at,
    by: actor.name,
    empId: actor.empId,
    text: data.text ?? data.reason ?? data.answer ?? data.waiver ?? null,
    item: data.item?.startsWith('queueitem-') ? null : (data.item ?? null),
  };
}

export const signupCaseView = defineView<CaseRow, CaseEvent>({
  name: 'signup-case',
  version: 2,
  streams: ['signup', 'queueitem'],
  recent: { most: atHand, first: ({ stream, version }) => version === 1 && stream.startsWith('signup-') },
  ids: ({ stream }) => {
    const key = streamKey(stream);
    if (stream.startsWith('signup-')) return [key];
    return key.startsWith(prefix) ? [key.slice(prefix.length)] : [];
  },
  row(row, event, id) {
    const ofCase = event.stream.startsWith('signup-');
    if (!row && !ofCase) return null;
    const before = row ?? {
      state: newSignup(id),
      version: 0,
      history: [],
      updatedAt: event.at,
      modifiedAt: event.at,
    };
    return {
      state: ofCase ? evolveSignup(before.state, event as EventOf<typeof signup>) : before.state,
      version: ofCase ? event.version : before.version,
      history: [
        ...(before.history.length < keepLines ? before.history : before.history.slice(1 - keepLines)),
        line(event),
      ],
      updatedAt: event.at,
      modifiedAt: ofCase ? event.at : before.modifiedAt,
    };
  },
});

/** A case as its panel and form show it. Masked values come from the audited `reveal`. */
export interface SignupCase {
  readonly id: string;
  readonly ref: string;
  readonly version: number;
  readonly stage: SignupStage;
  readonly pooId: number | null;
  readonly applicant: Omit<SignupRecord['applicant'], 'phone' | 'altPhone' | 'email'> & {
    readonly phoneMasked: string;
    readonly altPhoneMasked: string;
    readonly emailMasked: string;
  };
  readonly address: {
    readonly areaId: number | null;
    readonly pincode: string | null;
    readonly lineMasked: string;
  };
  readonly patients: readonly SignupPatient[];
  readonly documents: readonly SignupDocument[];
  readonly consents: Readonly<Partial<Record<ConsentKind, Consent>>>;
  readonly rest: Pick<
    SignupRecord,
    | 'leadId'
    | 'appointmentId'
    | 'campaignId'
    | 'careTierId'
    | 'categoryId'
    | 'paymentRef'
    | 'prescriptionWaiver'
  >;
  readonly checklist: readonly ({ readonly item: ChecklistItem; readonly done: boolean } & Partial<Tick>)[];
  readonly startedBy: Person | null;
  readonly submittedBy: Person | null;
  readonly firstSubmittedAt: string | null;
  readonly resubmitted: number;
  readonly verifier: Person | null;
  readonly undoUntil: string | null;
  readonly asked: string | null;
  readonly rejectedWhy: string | null;
  readonly customerRef: string | null;
  /** Values reported by a source that break a rule of our forms. */
  readonly sourceFaults: readonly SourceFault[];
  readonly history: readonly HistoryEntry[];
  readonly updatedAt: string;
}

const maskEmail = (email: string | null): string =>
  email ? `${initialOf(email)}•••${email.slice(email.indexOf('@'))}` : '';

export function showCase({ state, version, history, updatedAt }: CaseRow): SignupCase {
  const { record } = state;
  const { phone, altPhone, email, ...applicant } = record.applicant;
  const { leadId, appointmentId, campaignId, careTierId, categoryId, paymentRef, prescriptionWaiver } =
    record;
  return {
    id: state.id,
    ref: signupRef(state.id),
    version,
    stage: state.stage,
    pooId: record.pooId,
    applicant: {
      ...applicant,
      phoneMasked: maskPhone(phone),
      altPhoneMasked: maskPhone(altPhone),
      emailMasked: maskEmail(email),
    },
    address: {
      areaId: record.address.areaId,
      pincode: record.address.pincode,
      lineMasked: record.address.line ? '••••••' : '',
    },
    patients: record.patients,
    documents: record.documents,
    consents: record.consents,
    rest: { leadId, appointmentId, campaignId, careTierId, categoryId, paymentRef, prescriptionWaiver },
    checklist: checklistItems.map((item) => ({
      item,
      done: state.ticks[item] !== undefined,
      ...state.ticks[item],
    })),
    startedBy: state.startedBy,
    submittedBy: state.submittedBy,
    firstSubmittedAt: state.firstSubmittedAt,
    resubmitted: state.resubmitted,
    verifier: state.verifier,
    undoUntil: state.undoUntil,
    asked: state.asked,
    rejectedWhy: state.rejectedWhy,
    customerRef: state.customerId == null ? null : reference('CU', state.customerId),
    sourceFaults: state.source ? faultsOf(record) : [],
    history,
    updatedAt,
  };
}

interface CaseScope extends Scope {
  readonly poos: readonly number[] | 'all';
}

/** Recently changed cases of the viewer's places, drafts included; panel and form request any other by id. */
export const signupCase = defineFeed<CaseRow, CaseScope, SignupCase>({
  name: 'case/signup',
  view: signupCaseView,
  need: ['Out Bound/signup-queue:view', 'Out Bound/customerSingup:view'],
  scope: (viewer) => ({ poos: viewer.poos === 'all' ? 'all' : [...viewer.poos].sort((a, b) => a - b) }),
  see: (row, scope) => (inPoos(scope, row.state.record.pooId) ? showCase(row) : null),
  sources: ['customer', 'lead'],
});
