import type { WireError } from '#shared/wire.ts';

/** What went wrong with one call, always with something to show and a reference to quote. Never thrown away silently. */
export class Failure extends Error implements WireError {
  readonly code: string;
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  readonly field?: string;
  readonly line?: number;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly correlationId: string;
  /** Whether the same call may be sent again and could then succeed. */
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

/** Any thrown thing as something that can be shown. */
export function failureOf(value: unknown): Failure {
  if (isFailure(value)) return value;
  const message = value instanceof Error ? value.message : String(value);
  return new Failure({ code: 'programFault', message, correlationId: '' }, 0, false);
}
