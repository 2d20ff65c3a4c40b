import type { Event, NewEvent } from '../../../core/event.ts';
import type { Difference, ComparedField } from '../checks/compare.ts';
import type { RiskyLine } from '../checks/risk.ts';
import type { CaseType, RxFile } from '../pages.ts';
import type { Person } from '../person.ts';
import type { UploadConsent } from '../upload/state.ts';
import type { DraftContent, RxHeader, RxLine } from './content.ts';

export const rxSources = ['upload', 'adhoc', 'tpd', 'update'] as const;
export type RxSource = (typeof rxSources)[number];

/** A verbal prescription by phone: valid for a day, until the document arrives. */
export interface Verbal {
  readonly doctor: string;
  readonly callNote: string;
  readonly until: string;
}

export interface Received {
  readonly ref: string;
  readonly pooId: number;
  readonly customerId: number;
  readonly patientId: number;
  readonly patientName: string;
  readonly patientDob: string | null;
  readonly patientGender: string | null;
  readonly language: string | null;
  readonly source: RxSource;
  readonly sessionId: number | null;
  readonly tpdId: number | null;
  readonly caseType: CaseType;
  readonly files: readonly RxFile[];
  readonly consent: UploadConsent | null;
  readonly uploadedBy: Person;
  /** The prescription that this one replaces, and the reason. */
  readonly supersedes: { readonly id: number; readonly ref: string; readonly reason: string } | null;
  readonly verbal: Verbal | null;
  /** When the page was first presented, where this is not its first version. */
  readonly presentedAt?: string;
  /** Everybody who entered the version that this one replaces: its lines are theirs as well. */
  readonly typists?: readonly Person[];
}

export const errorClasses = ['drug', 'strength', 'dose', 'duration', 'quantity', 'header', 'other'] as const;
export type ErrorClass = (typeof errorClasses)[number];
export const rejectReasons = [
  'unreadable',
  'notAPrescription',
  'wrongPatient',
  'tooOld',
  'noSignature',
  'forged',
  'other',
] as const;
export type RejectReason = (typeof rejectReasons)[number];

/** The flags of a row at the checker's desk. */
export const rowFlags = [
  'allergy',
  'duplicate',
  'interaction',
  'dose',
  'pregnancy',
  'kidney',
  'paper',
  'h1',
] as const;
export type RowFlag = (typeof rowFlags)[number];

/** The fields of a prescription on a row at either desk. */
export interface RowFace {
  readonly patient: string;
  readonly pooId: number;
  readonly language: string | null;
  readonly source: RxSource;
  readonly pages: number;
  readonly caseType: CaseType;
  /** The first page, for cards. */
  readonly cover: Pick<RxFile, 'fileId' | 'mime' | 'name' | 'rotation'> | null;
  readonly uploadedBy: Person;
  /** The people who have read the page. */
  readonly readers: readonly number[];
}
export function faceOf(
  { patientName: patient, pooId, language, source, files, caseType, uploadedBy }: Received,
  readers: readonly (Person | null)[] = [],
): RowFace {
  const [first] = files;
  const cover = first
    ? { fileId: first.fileId, mime: first.mime, name: first.name, rotation: first.rotation }
    : null;
  return {
    patient,
    pooId,
    language,
    source,
    pages: files.length,
    caseType,
    cover,
    uploadedBy,
    readers: readers.flatMap((one) => one?.empId ?? []),
  };
}

/**
 * A row of the register that Schedule H1 requires; written at the approval, supplied quantities are added
 * with each supply.
 */
export interface RegisterRow {
  readonly no: number;
  readonly drug: string;
  readonly qty: number;
  readonly prescriber: string;
  readonly prescriberRegNo: string;
  readonly prescriberAddress: string;
  readonly patient: string;
}

/** A person's entries and decisions, for quality measurement. */
interface Entry {
  readonly header: RxHeader;
  readonly lines: readonly RxLine[];
  readonly by: Person;
}

/** Units of a line of the prescription. */
export interface SuppliedLine {
  readonly no: number;
  readonly qty: number;
}

export type RxEvent =
  | Event<'PrescriptionReceived', Received>
  | Event<'DigitizationStarted', { readonly by: Person; readonly n: 1 | 2 }>
  | Event<'DigitizationDraftSaved', { readonly by: Person; readonly n: 1 | 2; readonly draft: DraftContent }>
  | Event<'FirstEntrySubmitted', Entry & { readonly repeat: readonly RiskyLine[]; readonly face: RowFace }>
  | Event<
      'SecondEntrySubmitted',
      { readonly by: Person; readonly lines: readonly RxLine[]; readonly agreed: boolean }
    >
  | Event<
      'EntriesDiffered',
      { readonly differences: readonly Difference[]; readonly lines: number; readonly face: RowFace }
    >
  | Event<'DifferencesTaken', { readonly by: Person }>
  | Event<
      'DifferencesDecided',
      {
        readonly by: Person;
        readonly choices: readonly {
          readonly no: number;
          readonly field: ComparedField;
          readonly take: 'first' | 'second';
        }[];
      }
    >
  | Event<
      'PrescriptionDigitized',
      {
        readonly header: RxHeader;
        readonly lines: readonly RxLine[];
        readonly isDigFlag: 1;
        readonly by: Person;
        readonly acute: boolean;
        readonly flags: readonly RowFlag[];
        readonly face: RowFace;
      }
    >
  | Event<
      'ClarificationRequested',
      {
        readonly text: string;
        readonly to: 'doctor' | 'customer';
        readonly by: Person;
        readonly back: 'entry' | 'check';
        readonly face?: RowFace;
        readonly patientId?: number;
        /** Until when a doctor is to answer. */
        readonly dueAt?: string;
      }
    >
  | Event<
      'ClarificationOverdue',
      {
        readonly to: 'doctor' | 'customer';
        readonly by: Person;
        readonly back: 'entry' | 'check';
        readonly pooId: number;
        readonly patientId: number;
      }
    >
  | Event<
      'ClarificationAnswered',
      {
        readonly text: string;
        readonly by: Person;
        readonly back: 'entry' | 'check';
        readonly askedBy?: Person;
      }
    >
  | Event<'EntryResumed', { readonly face: RowFace }>
  | Event<
      'CheckResumed',
      { readonly face: RowFace; readonly lines: number; readonly flags: readonly RowFlag[] }
    >
  | Event<
      'PrescriptionRejected',
      {
        readonly reason: RejectReason;
        readonly text: string;
        readonly by: Person;
        readonly ref: string;
        readonly uploadedBy: Person;
      }
    >
  | Event<'CheckStarted', { readonly by: Person }>
  | Event<'CheckAlertsRead', { readonly alertIds: readonly string[]; readonly by: Person }>
  | Event<
      'CheckCorrectionMade',
      {
        readonly no: number;
        readonly before: RxLine;
        readonly after: RxLine;
        readonly errorClass: ErrorClass;
        readonly by: Person;
        readonly enteredBy: readonly Person[];
      }
    >
  | Event<
      'LineDecided',
      {
        readonly no: number;
        readonly decision: RxLine['decision'];
        readonly holdReason: string | null;
        readonly by: Person;
      }
    >
  | Event<
      'PrescriptionAlertOverridden',
      {
        readonly alertId: string;
        readonly reason: string;
        readonly by: Person;
        readonly as: 'doctor' | 'checker';
      }
    >
  | Event<
      'PrescriptionSentBack',
      { readonly reason: string; readonly by: Person; readonly to: Person; readonly face: RowFace }
    >
  | Event<
      'PrescriptionApproved',
      {
        readonly by: Person;
        readonly ref: string;
        readonly pooId: number;
        readonly customerId: number;
        readonly patientId: number;
        readonly lines: readonly RxLine[];
        readonly repeats: number;
        readonly alerts: { readonly shown: number; readonly unread: number; readonly overridden: number };
        readonly register: readonly RegisterRow[];
        readonly retainUntil: string;
      }
    >
  | Event<
      'OrderDraftRequested',
      {
        readonly ref: string;
        readonly pooId: number;
        readonly customerId: number;
        readonly patientId: number;
        readonly lines: readonly {
          readonly no: number;
          readonly productId: number;
          readonly qty: number;
          readonly storeOnly: boolean;
        }[];
      }
    >
  | Event<
      'PrescriptionSuperseded',
      { readonly patientId: number; readonly by: number; readonly ref: string; readonly reason: string }
    >
  | Event<
      'PrescriptionReinstated',
      { readonly patientId: number; readonly after: number; readonly ref: string }
    >
  | Event<'PrescriptionImageAdded', { readonly files: readonly RxFile[]; readonly by: Person }>
  | Event<
      'PrescriptionDispensed',
      {
        readonly patientId: number;
        readonly supplied: readonly { readonly no: number; readonly qty: number }[];
        readonly invoice: string;
        readonly retainUntil: string;
      }
    >
  | Event<
      'PrescriptionSupplyReversed',
      { readonly patientId: number; readonly supplied: readonly SuppliedLine[]; readonly invoice: string }
    >
  | Event<'RxQuantityReserved', { readonly orderId: string; readonly lines: readonly SuppliedLine[] }>
  | Event<'RxQuantityReleased', { readonly orderId: string; readonly lines: readonly SuppliedLine[] }>
  /** Pick lists and orders of the replaced version wait for this one. */
  | Event<'RxPickListsHeld', { readonly picks: readonly string[]; readonly orders?: readonly string[] }>
  /** The replaced version is valid again: so are the orders that were held. */
  | Event<'RxOrdersFreed', { readonly orders: readonly string[] }>
  /** Pick lists of the replaced prescription that must end, now that this one is decided and was not rejected. */
  | Event<'RxPickListsReplaced', { readonly picks: readonly string[]; readonly ref: string }>
  | Event<
      'PrescriptionLapsed',
      { readonly patientId: number; readonly why: 'window' | 'verbal'; readonly ref: string }
    >;

export const rxEvent = (event: RxEvent, stream?: string): NewEvent => ({
  type: event.type,
  data: { ...event.data },
  ...(stream ? { stream } : {}),
});
