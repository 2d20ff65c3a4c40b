import { showDay } from '../../core/day.ts';
import { reference } from '../../core/reference.ts';
import { refuse, type Refusal } from '../../core/refusal.ts';
import type { CommandDef } from '../../core/stream.ts';

/** Whether somebody is currently a customer. */
export interface CustomerStatus {
  readonly stage: 'none' | 'active' | 'exited' | 'merged';
  /** The business day they left on. */
  readonly exitedOn: string | null;
  /** The record this duplicate was merged into. */
  readonly mergedInto: number | null;
}

/** Refuses a merged duplicate: work continues on the surviving record. */
export function isDouble({ stage, mergedInto }: CustomerStatus, field?: string): Refusal | null {
  return stage === 'merged'
    ? refuse(
        'customerMerged',
        409,
        { customer: reference('CU', mergedInto!), customerId: mergedInto! },
        field,
      )
    : null;
}

/** Why the record is not an active customer. */
export function notActive(state: CustomerStatus, field?: string): Refusal | null {
  return (
    isDouble(state, field) ??
    (state.stage === 'exited'
      ? refuse('customerExited', 422, { date: showDay(state.exitedOn!) }, field)
      : null)
  );
}

/** A command for active customers only. */
export function ofActive<S, I>(def: CommandDef<S, I>): CommandDef<S & CustomerStatus, I> {
  return { ...def, decide: (state, input, ctx) => notActive(state) ?? def.decide(state, input, ctx) };
}

/** A command for former customers as well. */
export function ofKnown<S, I>(def: CommandDef<S, I>): CommandDef<S & CustomerStatus, I> {
  return { ...def, decide: (state, input, ctx) => isDouble(state) ?? def.decide(state, input, ctx) };
}
