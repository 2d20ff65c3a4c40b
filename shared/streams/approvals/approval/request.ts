import type { Group, Permission } from '../../../core/permission.ts';

export interface Person {
  readonly empId: number;
  readonly name: string;
}

/**
 * Who may decide a step: the requester's manager or a team lead of the place (TL), the city head (designation
 * code MG), accounts (AC), HR, or any holder of the right.
 */
export interface StepRule {
  readonly rule: 'manager' | 'cityHead' | 'accounts' | 'hr' | 'holders';
  /** Default: the right `approve` of the request's own entity. */
  readonly permission?: Permission;
}
/**
 * One rule, or several: any one of them decides the step, or all of them must be met, each by a different
 * person.
 */
export type StepRequest =
  | StepRule
  | { readonly any: readonly StepRule[] }
  | { readonly all: readonly StepRule[] };

/** Command to the subject, sent once the decision is final; `approvalId` is added to its input. */
export interface Effect {
  readonly stream: string;
  readonly command: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Up to which amount in paise a team lead and accounts decide; city heads and admins have no limit. */
export interface AmountLimits {
  readonly manager: number;
  readonly accounts: number;
}

/** The request as its kind describes it; stored whole, so that nothing later needs to know the kind. */
export interface ApprovalRequestInput {
  readonly kind: string;
  readonly entity: string;
  /** The permission group of the entity; default `approvals`. */
  readonly group?: Group;
  readonly subject: { readonly stream: string; readonly ref: string; readonly version: number };
  readonly subjectEmpId: number | null;
  readonly requestedBy: Person;
  readonly pooId: number | null;
  readonly reason: string;
  readonly text: string;
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
  readonly amount: number | null;
  /** The amount follows from what is requested, and no lower one can be approved. */
  readonly amountFixed?: true;
  /** The limits in force when it was requested; later ones do not change it. */
  readonly limits?: AmountLimits;
  readonly steps: readonly StepRequest[];
  readonly slaMinutes: number;
  readonly expiresAt: string;
  readonly onApprove: Effect;
  readonly onReject: Effect | null;
}
