import { showDay } from '../../core/day.ts';
import { reference } from '../../core/reference.ts';
import { refuse, type Refusal } from '../../core/refusal.ts';
import type { CommandDef } from '../../core/stream.ts';

/** Whether somebody is a customer of the house now. */
export interface CustomerStanding {
  readonly stage: 'none' | 'active' | 'exited' | 'merged';
  /** The business day on which they left. */
  readonly exitedOn: string | null;
  /** The record that this one was a double of. */
  readonly mergedInto: number | null;
}

/** A double is not worked on: everything about this person stands with the other record. */
export function isDouble({ stage, mergedInto }: CustomerStanding, field?: string): Refusal | null {
  return stage === 'merged' ? refuse('customerMerged', 409, { customer: reference('CU', mergedInto!), customerId: mergedInto! }, field) : null;
}

/** Why this is nobody whom the house serves now. */
export function notActive(state: CustomerStanding, field?: string): Refusal | null {
  return isDouble(state, field) ?? (state.stage === 'exited' ? refuse('customerExited', 422, { date: showDay(state.exitedOn!) }, field) : null);
}

/** An order that is only for who is a customer now. */
export function ofActive<S, I>(def: CommandDef<S, I>): CommandDef<S & CustomerStanding, I> {
  return { ...def, decide: (state, input, ctx) => notActive(state) ?? def.decide(state, input, ctx) };
}

/** An order that is for who left, too. */
export function ofKnown<S, I>(def: CommandDef<S, I>): CommandDef<S & CustomerStanding, I> {
  return { ...def, decide: (state, input, ctx) => isDouble(state) ?? def.decide(state, input, ctx) };
}
