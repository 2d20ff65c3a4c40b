import type { WireError } from '#shared/wire.ts';

/** A failed request, with a message to show and a reference to quote. Must never be swallowed. */
export class Failure extends Error implements WireError {
  readonly code: string;
  /** HTTP status; 0 without a response. */
  readonly status: number;
  readonly field?: string;
  readonly line?: number;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly correlationId: string;
  /** Whether the same request may be retried. */
  readonly again: boolean;

  constructor(wire: WireError, status: number, again: boolean) {
    super(wire.message);
    this.name = 'Failure';
    this.code = wire.code;
    this.status = status;
    if (wire.field !== undefined) this.field = wire.field;
    if (wire.line !== undefined) this.line = wire.line;
    if (wire.details !== undefined) this.details = wire.details;
    this.correlationId = wire.correlationId;
    this.again = again;
  }
}

export function isFailure(value: unknown): value is Failure {
  return value instanceof Failure;
}

/** Converts anything thrown to a Failure. */
export function failureOf(value: unknown): Failure {
  if (isFailure(value)) return value;
  const message = value instanceof Error ? value.message : String(value);
  return new Failure({ code: 'programFault', message, correlationId: '' }, 0, false);
}
