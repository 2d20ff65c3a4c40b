import type { NewEvent, StoredEvent } from '../../../core/event.ts';
import type { Raised } from '../../approvals/decision.ts';
import type { PermitKind } from './task-limits.ts';
import type { Outcome, VisitType, Vitals } from './visit-outcome.ts';
import type { VisitFile } from './visit-file.ts';
import type { Position, VisitPlace, Whereabouts } from './visit-place.ts';

/** The information for the approver of a start permit. */
export interface StartRequested extends Raised {
  readonly iAssignedTo: number | null;
  readonly assignedName: string;
  /** CU-000005 or LD-010004. */
  readonly who: string;
  readonly vAppType: VisitType;
  /** ISO instants. */
  readonly slotAt: string;
  readonly dayEnd: string;
  readonly place: VisitPlace | null;
  readonly position: Position | null;
  readonly where: Whereabouts | null;
  /** When it was entered on the device, if it was sent later. No rule depends on it. */
  readonly typedAt: string | null;
}
export interface TimeRequested extends StartRequested {
  readonly wants: 'early' | 'late';
  /** Minutes before or after the slot's start. */
  readonly minutes: number;
}
export interface PlaceRequested extends StartRequested {
  readonly photo: VisitFile | null;
}

export interface StartPermit {
  readonly kind: PermitKind;
  /** ISO instant. */
  readonly until: string;
  readonly approvalId: number;
}

interface VisitData {
  readonly VisitPlaceSet: VisitPlace;
  readonly LateEarlyStartRequested: TimeRequested;
  readonly AnyLocationStartRequested: PlaceRequested;
  readonly StartRequestLinked: { readonly kind: PermitKind; readonly approvalId: number };
  readonly StartRequestClosed: { readonly kind: PermitKind; readonly requestId: string };
  readonly StartPermitGranted: StartPermit & { readonly requestId: string; readonly empId: number | null };
  readonly StartPermitFailed: {
    readonly kind: PermitKind;
    readonly requestId: string;
    readonly approvalId: number;
    readonly why: string;
  };
  readonly StartPermitLapsed: { readonly kind: PermitKind };
  readonly VisitFileAdded: VisitFile & { readonly label: string };
  readonly VisitVitalsRecorded: { readonly vitals: Vitals; readonly typedAt: string | null };
  readonly TaskCompleted: {
    readonly outcome: Outcome;
    readonly by: { readonly empId: number; readonly name: string };
    readonly iPooId: number | null;
    readonly ref: string;
    readonly vAppType: VisitType;
    readonly iCustomerId: number | null;
    readonly iLeadId: number | null;
    readonly place: VisitPlace | null;
    /** Whole minutes from start to completion. */
    readonly minutes: number;
    /** The request about it that waited and no longer applies. */
    readonly approvalId: number | null;
    readonly position: Position | null;
    readonly typedAt: string | null;
  };
  readonly TaskCustomerCalled: { readonly who: string };
}

/** Events of an appointment on site, and of its start permits. */
export type VisitEvent = { readonly [T in keyof VisitData]: StoredEvent<T, VisitData[T]> }[keyof VisitData];
type NewVisitEvent = {
  readonly [T in keyof VisitData]: { readonly type: T; readonly data: VisitData[T] };
}[keyof VisitData];

/** Builds one of these events, checked against its type. */
export function visitEvent({ type, data }: NewVisitEvent): NewEvent {
  return { type, data: { ...data } };
}
