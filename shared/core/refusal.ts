/** Why a command was not done. `code` is a key into the words of its stream; `details` fill the message. */
export interface Refusal {
  readonly refused: true;
  readonly code: string;
  readonly status: RefusalStatus;
  readonly field?: string;
  readonly line?: number;
  readonly details?: Readonly<Record<string, string | number | boolean | null | readonly string[] | readonly Readonly<Record<string, unknown>>[]>>;
}

export type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 410 | 413 | 415 | 422 | 423 | 428 | 429 | 500 | 503;

/** Builds a refusal: `refuse('alreadyClaimed', 423, { name, at })`. */
export function refuse(code: string, status: RefusalStatus = 422, details?: Refusal['details'], field?: string): Refusal {
  return { refused: true, code, status, ...(details ? { details } : {}), ...(field ? { field } : {}) };
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && (value as { refused?: unknown }).refused === true;
}
