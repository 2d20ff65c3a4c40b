import type { AnyStateMachine } from 'xstate';
import { transition } from 'xstate';

/** The result of one event in a machine, for decisions that store the state's name only. */
export interface MachineSteps<S extends string, E extends string> {
  /** The top-level state after the event; null where the machine does not take it there. */
  next(stage: S, event: E): S | null;
}

/**
 * Asks a machine without guards or context of its own; states with substates answer by their top-level name.
 */
export function machineSteps<S extends string, E extends string>(
  machine: AnyStateMachine,
): MachineSteps<S, E> {
  const named = (value: unknown): S =>
    (typeof value === 'string' ? value : Object.keys(value as object)[0]) as S;
  return {
    next(stage, event) {
      const node = machine.root.states[stage];
      if (!node) return null;
      const before = machine.resolveState({
        value: node.type === 'compound' ? { [stage]: Object.keys(node.states)[0]! } : stage,
        context: {},
      });
      if (!before.can({ type: event })) return null;
      const [after] = transition(machine, before, { type: event });
      return named(after.value);
    },
  };
}
