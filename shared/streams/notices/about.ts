import { inPoos, may, type Permission, type Viewer } from '../../core/permission.ts';
import { reference } from '../../core/reference.ts';
import type { ApprovalState } from '../approvals/approval/state.ts';
import { approvalRight } from '../approvals/approval/state.ts';
import type { CareCaseState } from '../care/cccase/state.ts';
import type { LabReportState } from '../care/lab/labreport-state.ts';
import type { OrientationState } from '../care/review/orientation-state.ts';
import type { CustomerState } from '../customers/customer.ts';
import type { SignupState } from '../customers/signup/state.ts';
import type { FollowUpState } from '../calls/followup/state.ts';
import type { ProfileReviewState } from '../care/review/profilereview.ts';
import type { VisitReviewState } from '../leads/visitreview/state.ts';
import type { ReviewState } from '../calls/review/state.ts';
import type { DeliveryState } from '../delivery/parcel/state.ts';
import type { ReminderState } from '../delivery/reminder/state.ts';
import type { StatementState } from '../delivery/statement/state.ts';
import type { LeadState } from '../leads/lead/state.ts';
import type { AppointmentState } from '../leads/appointment/state.ts';
import type { DepositState } from '../money/deposit/deposit.ts';
import type { RxState } from '../prescriptions/prescription/state.ts';
import type { TpdState } from '../prescriptions/tpd/state.ts';
import type { DsaSaleState } from '../sales/dsasale/state.ts';
import type { OrderState } from '../sales/order/state.ts';
import { appointmentViewNeed } from '../leads/appointment/state.ts';

/**
 * Who may see a record, and so its discussion: holders of any of the rights for whom the record itself is
 * visible.
 */
interface About<S> {
  readonly prefix: string;
  readonly needs: readonly Permission[] | 'signedIn';
  readonly there: (state: S) => boolean;
  readonly sees: (state: S, viewer: Viewer) => boolean;
  readonly pooId: (state: S) => number | null;
}
const about = <S>(one: About<S>): About<any> => one;

/** Records that can have a discussion, by stream name. */
export const abouts: Readonly<Record<string, About<any>>> = {
  signup: about<SignupState>({
    prefix: 'SG',
    needs: ['Out Bound/signup-queue:view', 'Out Bound/customerSingup:view'],
    there: ({ stage }) => stage !== 'none',
    sees: ({ record }, viewer) => inPoos(viewer, record.pooId),
    pooId: ({ record }) => record.pooId,
  }),
  approval: about<ApprovalState>({
    prefix: 'AP',
    needs: 'signedIn',
    there: ({ state }) => state !== 'none',
    sees: (state, { empId, admin, rights }) => {
      const { requestedBy, managerId, eligible, steps, subjectEmpId } = state;
      return (
        admin ||
        empId === requestedBy.empId ||
        empId === managerId ||
        steps.some((step) => step.by?.empId === empId) ||
        (empId !== null &&
          eligible.includes(empId) &&
          subjectEmpId !== empId &&
          rights.has(approvalRight(state, 'approve')))
      );
    },
    pooId: ({ pooId }) => pooId,
  }),
  appointment: about<AppointmentState>({
    prefix: 'TK',
    needs: [...appointmentViewNeed, 'Out Bound/taskNotStarted:view'],
    there: ({ iTaskStatus }) => iTaskStatus !== null,
    sees: ({ iPooId, iAssignedTo }, viewer) => viewer.empId === iAssignedTo || inPoos(viewer, iPooId),
    pooId: ({ iPooId }) => iPooId,
  }),
  customer: about<CustomerState>({
    prefix: 'CU',
    needs: [
      'Masters/customerMaster:view',
      'Masters/customerMasterV2:view',
      'Masters/customerSearchForMapping:view',
    ],
    there: ({ stage }) => stage !== 'none',
    sees: ({ pooId }, viewer) => inPoos(viewer, pooId),
    pooId: ({ pooId }) => pooId,
  }),
  order: about<OrderState>({
    prefix: 'SO',
    needs: [
      'Out Bound/create-pl-queue:view',
      'Inventory/orderFormList:view',
      'Inventory/orderFormConfirmationList:view',
      'Inventory/orderCancellation:view',
    ],
    there: ({ exists }) => exists,
    sees: ({ pooId }, viewer) => inPoos(viewer, pooId),
    pooId: ({ pooId }) => pooId,
  }),
  callreview: about<ReviewState>({
    prefix: 'CL',
    needs: ['Out Bound/qualityReview:view'],
    there: ({ stage }) => stage !== 'none',
    sees: ({ face }, viewer) => inPoos(viewer, face?.pooId),
    pooId: ({ face }) => face?.pooId ?? null,
  }),
  cccase: about<CareCaseState>({
    prefix: 'CC',
    needs: ['Out Bound/cc-queue:view', 'Prescription/careConnect:view', 'Prescription/DoctorView:view'],
    there: ({ face }) => face !== null,
    sees: ({ face }, viewer) => inPoos(viewer, face?.pooId),
    pooId: ({ face }) => face?.pooId ?? null,
  }),
  labreport: about<LabReportState>({
    prefix: 'LR',
    needs: ['Prescription/labReportsDigitization:view', 'Out Bound/LabTestReports:view'],
    there: ({ report }) => report !== null,
    sees: ({ report }, viewer) => inPoos(viewer, report?.pooId),
    pooId: ({ report }) => report?.pooId ?? null,
  }),
  orientationreview: about<OrientationState>({
    prefix: 'OR',
    needs: ['Prescription/reviewerType/1:view', 'Prescription/reviewerType/2:view'],
    there: ({ orientation }) => orientation !== null,
    sees: ({ orientation }, viewer) => inPoos(viewer, orientation?.pooId),
    pooId: ({ orientation }) => orientation?.pooId ?? null,
  }),
  visitreview: about<VisitReviewState>({
    prefix: 'VR',
    needs: ['Out Bound/reviewAppointmentList:view', 'Out Bound/visitReviewV2:view'],
    there: ({ stage }) => stage !== 'none',
    sees: ({ face }, viewer) => inPoos(viewer, face?.pooId),
    pooId: ({ face }) => face?.pooId ?? null,
  }),
  profilereview: about<ProfileReviewState>({
    prefix: 'PT',
    needs: ['Out Bound/profileDoctorReview:view'],
    there: ({ stage }) => stage !== 'none',
    sees: ({ face }, viewer) => inPoos(viewer, face?.pooId),
    pooId: ({ face }) => face?.pooId ?? null,
  }),
  followup: about<FollowUpState>({
    prefix: 'FU',
    needs: ['Out Bound/pharmaLead:view'],
    there: ({ stage }) => stage !== 'none',
    sees: ({ face }, viewer) => inPoos(viewer, face?.pooId),
    pooId: ({ face }) => face?.pooId ?? null,
  }),
  prescription: about<RxState>({
    prefix: 'RX',
    needs: [
      'Prescription/pdList:view',
      'Prescription/pdListv2:view',
      'Prescription/prescriptionChecker:view',
      'Prescription/prescriptionUpdate:view',
    ],
    there: ({ stage }) => stage !== 'none',
    sees: ({ received }, viewer) => inPoos(viewer, received?.pooId),
    pooId: ({ received }) => received?.pooId ?? null,
  }),
  reminder: about<ReminderState>({
    prefix: 'DR',
    needs: ['Out Bound/delivery-remainder:view'],
    there: ({ stage }) => stage !== 'none',
    sees: ({ face }, viewer) => inPoos(viewer, face?.pooId),
    pooId: ({ face }) => face?.pooId ?? null,
  }),
  tpdrx: about<TpdState>({
    prefix: 'TP',
    needs: ['Prescription/tpdPrescriptionVarification:view'],
    there: ({ stage }) => stage !== 'none',
    sees: ({ face }, viewer) => inPoos(viewer, face?.pooId),
    pooId: ({ face }) => face?.pooId ?? null,
  }),
  dsasale: about<DsaSaleState>({
    prefix: 'SV',
    needs: ['Prescription/dsa-sales-verification:view'],
    there: ({ stage }) => stage !== 'none',
    sees: ({ face }, viewer) => inPoos(viewer, face?.pooId),
    pooId: ({ face }) => face?.pooId ?? null,
  }),
  delivery: about<DeliveryState>({
    prefix: 'DL',
    needs: [
      'Out Bound/assigning-LMD:view',
      'Delivery/deliveryStatement:view',
      'Delivery/deleveryStatementList:view',
      'Inventory/markAsDeliverd:view',
      'Inventory/dunzoPickupOtpVerification:view',
      'Inventory/customerRto:view',
    ],
    there: ({ exists }) => exists,
    sees: ({ pooId }, viewer) => inPoos(viewer, pooId),
    pooId: ({ pooId }) => pooId,
  }),
  statement: about<StatementState>({
    prefix: 'DS',
    needs: ['Delivery/deliveryStatement:view', 'Delivery/deleveryStatementList:view'],
    there: ({ exists }) => exists,
    sees: ({ pooId }, viewer) => inPoos(viewer, pooId),
    pooId: ({ pooId }) => pooId,
  }),
  deposit: about<DepositState>({
    prefix: 'CD',
    needs: ['Inventory/dayendsubmission:view', 'approvals/storeCashDepositReconciliation:view'],
    there: ({ exists }) => exists,
    sees: ({ pooId }, viewer) => inPoos(viewer, pooId),
    pooId: ({ pooId }) => pooId,
  }),
  lead: about<LeadState>({
    prefix: 'LD',
    needs: [
      'Masters/leadCreation:view',
      'Out Bound/pharmaLead:view',
      'Out Bound/pharma-lead-queue:view',
      'Out Bound/pharmaLeadNew:view',
      'Out Bound/pharmaLeadRemainder:view',
    ],
    there: ({ exists, withdrawn }) => exists && withdrawn !== true,
    sees: ({ pooId }, viewer) => pooId === null || inPoos(viewer, pooId),
    pooId: ({ pooId }) => pooId,
  }),
};

export interface AboutRoom {
  readonly name: string;
  /** Stream of the record. */
  readonly stream: string;
  /** `SG-000301`. */
  readonly ref: string;
}

/** The record a room `about-signup-301` is about; null for other rooms. */
export function aboutOf(key: string): AboutRoom | null {
  const found = /^about-([a-z]+)-([1-9]\d{0,14})$/.exec(key);
  const one = found && Object.hasOwn(abouts, found[1]!) ? abouts[found[1]!]! : null;
  return one
    ? { name: found![1]!, stream: `${found![1]}-${found![2]}`, ref: reference(one.prefix, found![2]!) }
    : null;
}

export const aboutKey = (stream: string): string => `about-${stream}`;

/** Whether this viewer may currently see the record, and so its discussion. */
export function mayReadAbout(name: string, state: unknown, viewer: Viewer): boolean {
  const one = abouts[name];
  if (!one || !one.there(state)) return false;
  if (viewer.kind === 'system') return true;
  return viewer.kind === 'person' && may(viewer, one.needs).ok && one.sees(state, viewer);
}
