import type { RefusalValues } from './refusal-values.ts';

/** Why a command was refused. `code` is a key of its stream's translations; `details` fill the message. */
export interface Refusal {
  readonly refused: true;
  readonly code: string;
  readonly status: RefusalStatus;
  readonly field?: string;
  readonly line?: number;
  readonly details?: Readonly<
    Record<
      string,
      string | number | boolean | null | readonly string[] | readonly Readonly<Record<string, unknown>>[]
    >
  >;
}

export type RefusalStatus =
  | 400
  | 401
  | 403
  | 404
  | 408
  | 409
  | 410
  | 413
  | 415
  | 422
  | 423
  | 428
  | 429
  | 500
  | 503;

type Details = NonNullable<Refusal['details']>;
type Rest<C extends string> = C extends keyof RefusalValues
  ? Partial<RefusalValues[C]> extends RefusalValues[C]
    ? [status?: RefusalStatus, details?: Details, field?: string]
    : [status: RefusalStatus, details: RefusalValues[C] & Details, field?: string]
  : [status?: RefusalStatus, details?: Details, field?: string];

/** A refusal; it does not compile without the values that its text names. */
export function refuse<C extends string>(code: C, ...[status = 422, details, field]: Rest<C>): Refusal {
  return { refused: true, code, status, ...(details ? { details } : {}), ...(field ? { field } : {}) };
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && (value as { refused?: unknown }).refused === true;
}
