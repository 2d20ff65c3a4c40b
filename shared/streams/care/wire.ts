import type { SourceFault } from '../../core/source-faults.ts';
import type { CareStage } from '../customers/patient-care.ts';
import type { ConsentKind } from '../customers/signup/fields.ts';
import type { RangeOverride } from './clinical/ranges.ts';
import type { AssessmentState } from './cccase/assessment.ts';
import type { CareKitState } from './cccase/carekit.ts';
import type { CareCaseState } from './cccase/state.ts';
import type { EscalationState } from './escalation/state.ts';
import type { HistoryState } from './history/phx.ts';
import type { LabOrderState } from './lab/laborder-state.ts';
import type { LabReportState } from './lab/labreport-state.ts';
import type { StoryLine } from './story.ts';

/** A patient as a picker shows them; outside the own places only the number is told. */
export interface PatientHit {
  readonly id: number;
  readonly ref: string;
  readonly name: string | null;
  readonly age: number | null;
  readonly gender: string | null;
  readonly pooId: number | null;
  readonly customer: string | null;
  readonly careStage: CareStage | null;
  readonly outside: boolean;
}

/** What stands above every screen of one patient. */
export interface PatientHead extends PatientHit {
  readonly dob: string | null;
  readonly version: number;
  readonly customerId: number | null;
  /** The customer's phone, masked. */
  readonly phoneMasked: string;
  /** Consents that the customer refused or withdrew. */
  readonly consentsRefused: readonly ConsentKind[];
  readonly tierId: number | null;
  readonly tier: string | null;
  readonly reviewBy: 'doctor' | 'TL' | null;
  readonly cycleDay: number | null;
  readonly holdUntil: string | null;
  readonly diedOn: string | null;
  /** The call on which the death was reported; `diedOn` is then the day of the call. */
  readonly deceasedCallId: number | null;
  readonly ranges: Readonly<Record<string, RangeOverride>>;
  readonly diagnoses: readonly string[];
  /** Values of the customer service that break a rule of our forms. */
  readonly sourceFaults: readonly SourceFault[];
  readonly allergies: readonly { readonly name: string; readonly type: number | null }[];
  readonly noKnownAllergies: boolean;
  readonly escalations: readonly {
    readonly id: string;
    readonly ref: string;
    readonly severity: string;
    readonly stage: string;
    readonly level: number;
  }[];
  readonly openCase: { readonly caseId: number; readonly month: string; readonly stage: string } | null;
  /** The reader came in by breaking the glass; until then. */
  readonly glassUntil: string | null;
}

export interface Kept<S> {
  readonly id: string;
  readonly stream: string;
  readonly version: number;
  readonly beganAt: string;
  readonly changedAt: string;
  readonly state: S;
}
export type HistoryRow = Kept<HistoryState>;

/** One value of a reading or a result, as tables and trends show it. */
export interface ValueRow {
  readonly id: string;
  /** `vital-12` or `labreport-7`. */
  readonly source: string;
  readonly part: number;
  readonly loinc: string;
  readonly name: string;
  readonly at: string;
  readonly value: number | null;
  readonly text: string | null;
  readonly unit: string;
  readonly original: { readonly value: number | null; readonly unit: string };
  readonly low: number | null;
  readonly high: number | null;
  readonly flag: string;
  readonly status: string;
  readonly version: number;
  readonly facts: Readonly<Record<string, string | number | null>>;
}
/** Something that happened beside the values: a diagnosis, an escalation, a kit. */
export interface TrendMark {
  readonly at: string;
  readonly title: string;
  readonly text: string;
}
export interface ValuesAnswer {
  readonly rows: readonly ValueRow[];
  readonly total: number;
  readonly pageNo: number;
  readonly marks: readonly TrendMark[];
  /** What there is to choose from, the most frequent first. */
  readonly kinds: readonly {
    readonly loinc: string;
    readonly name: string;
    readonly n: number;
    readonly last: string;
  }[];
}
export interface LabsAnswer extends ValuesAnswer {
  readonly orders: readonly Kept<LabOrderState>[];
  readonly reports: readonly Kept<LabReportState>[];
}

export interface MonthAnswer {
  readonly month: string;
  readonly months: readonly { readonly month: string; readonly caseId: number; readonly stage: string }[];
  readonly case: Kept<CareCaseState> | null;
  readonly assessment: Kept<AssessmentState> | null;
  readonly kit: Kept<CareKitState> | null;
  readonly kitAsked: number;
  readonly vitals: readonly ValueRow[];
  readonly adherence: readonly HistoryRow[];
  readonly escalations: readonly Kept<EscalationState>[];
  readonly holder: { readonly empId: number; readonly name: string; readonly state: string } | null;
}

/** One medicine with how it was taken, month by month, newest first. */
export interface Medicine {
  readonly medicine: string;
  readonly months: readonly {
    readonly month: string;
    readonly taken: number;
    readonly due: number;
    readonly reason: string | null;
  }[];
}
export interface Sparkline {
  readonly loinc: string;
  readonly name: string;
  readonly unit: string;
  readonly low: number | null;
  readonly high: number | null;
  readonly values: readonly { readonly at: string; readonly value: number; readonly flag: string }[];
}
export interface DoctorAnswer {
  /** When this doctor looked last; null: never. */
  readonly since: string | null;
  readonly changed: readonly StoryEntry[];
  readonly escalations: readonly Kept<EscalationState>[];
  readonly medicines: readonly Medicine[];
  readonly prescribed: readonly { readonly name: string; readonly dose: string; readonly at: string }[];
  readonly sparklines: readonly Sparkline[];
  readonly case: Kept<CareCaseState> | null;
  readonly assessment: Kept<AssessmentState> | null;
  readonly history: readonly HistoryRow[];
}
export interface DoctorPending {
  readonly caseId: number;
  readonly patientId: number;
  readonly name: string;
  readonly age: number | null;
  readonly month: string;
  readonly pooId: number | null;
  readonly submittedBy: string;
  readonly submittedAt: string;
  readonly escalations: number;
}

export interface StoryEntry extends StoryLine {
  readonly position: number;
  readonly at: string;
  readonly stream: string;
  readonly type: string;
  readonly by: string;
}
export interface StoryAnswer {
  readonly rows: readonly StoryEntry[];
  readonly next: number | null;
  readonly asOf: string | null;
}
export interface LookRow {
  readonly id: string;
  readonly at: string;
  readonly empId: number | null;
  readonly name: string;
  readonly screen: string;
  readonly reason: string | null;
  readonly glass: boolean;
}

export interface LabReportRow {
  readonly id: string;
  readonly version: number;
  readonly patientId: number;
  readonly patient: string;
  readonly ref: string;
  readonly lab: string;
  readonly reportNo: string;
  readonly tests: string;
  readonly receivedAt: string;
  readonly reportedAt: string;
  readonly isDigFlag: 0 | 1;
  readonly stage: string;
  readonly critical: boolean;
  readonly shared: string;
  readonly pooId: number | null;
}
export interface LabReportList {
  readonly rows: readonly LabReportRow[];
  readonly total: number;
}

export interface AssessmentRow {
  readonly id: string;
  readonly caseId: number;
  readonly version: number;
  readonly patientId: number;
  readonly patient: string;
  readonly month: string;
  readonly tier: number | null;
  readonly stage: string;
  readonly dueAt: string;
  readonly owner: string;
  readonly written: number;
  readonly carried: number;
  readonly kitTypeId: number | null;
  readonly pooId: number | null;
}

export interface Choice {
  readonly id: number;
  readonly name: string;
  readonly fields: Readonly<Record<string, unknown>>;
}
