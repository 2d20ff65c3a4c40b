import { inPoos, may, type Permission, type Viewer } from '../../core/permission.ts';
import { reference } from '../../core/reference.ts';
import type { ApprovalState } from '../approvals/approval/state.ts';
import type { CustomerState } from '../customers/customer.ts';
import type { SignupState } from '../customers/signup/state.ts';
import type { LeadState } from '../leads/lead/state.ts';
import type { AppointmentState } from '../leads/appointment/state.ts';
import { appointmentViewNeed } from '../leads/appointment/state.ts';

/** Who may read a record, and so what is said about it: any of the rights, and what the record itself says of its readers. */
interface About<S> {
  readonly prefix: string;
  readonly needs: readonly Permission[] | 'signedIn';
  readonly there: (state: S) => boolean;
  readonly sees: (state: S, viewer: Viewer) => boolean;
  readonly pooId: (state: S) => number | null;
}
const about = <S>(one: About<S>): About<any> => one;

/** Records that a room can be about, by the name of their stream. */
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
    sees: ({ requestedBy, managerId, eligible, steps, subjectEmpId, entity }, { empId, admin, rights }) =>
      admin ||
      empId === requestedBy.empId ||
      empId === managerId ||
      steps.some((step) => step.by?.empId === empId) ||
      (empId !== null && eligible.includes(empId) && subjectEmpId !== empId && rights.has(`approvals/${entity}:approve`)),
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
    needs: ['Masters/customerMaster:view', 'Masters/customerMasterV2:view', 'Masters/customerSearchForMapping:view'],
    there: ({ stage }) => stage !== 'none',
    sees: ({ pooId }, viewer) => inPoos(viewer, pooId),
    pooId: ({ pooId }) => pooId,
  }),
  lead: about<LeadState>({
    prefix: 'LD',
    needs: ['Masters/leadCreation:view', 'Out Bound/pharmaLead:view', 'Out Bound/pharma-lead-queue:view'],
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

/** The record that a room `about-signup-301` speaks of; null for any other room. */
export function aboutOf(key: string): AboutRoom | null {
  const found = /^about-([a-z]+)-([1-9]\d{0,8})$/.exec(key);
  const one = found && Object.hasOwn(abouts, found[1]!) ? abouts[found[1]!]! : null;
  return one ? { name: found![1]!, stream: `${found![1]}-${found![2]}`, ref: reference(one.prefix, found![2]!) } : null;
}

export const aboutKey = (stream: string): string => `about-${stream}`;

/** Whether this viewer may read the record as it stands, and so what is said about it. */
export function mayReadAbout(name: string, state: unknown, viewer: Viewer): boolean {
  const one = abouts[name];
  if (!one || !one.there(state)) return false;
  if (viewer.kind === 'system') return true;
  return viewer.kind === 'person' && may(viewer, one.needs).ok && one.sees(state, viewer);
}
