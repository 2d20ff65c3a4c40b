import type { AnyStateMachine } from 'xstate';
import { transition } from 'xstate';

/** The legal steps of a life that an XState machine draws; asks the machine, changes nothing. */
export interface Life<S extends string, E extends string> {
  /** Where the event leads from here; null where it is not legal. */
  next(stage: S, event: E): S | null;
}

export function lifeOf<S extends string, E extends string>(
  machine: AnyStateMachine,
  stages: readonly S[],
): Life<S, E> {
  return {
    next(stage, event) {
      const here = machine.resolveState({ value: stage, context: {} });
      if (!here.can({ type: event })) return null;
      const [after] = transition(machine, here, { type: event });
      return stages.find((one) => one === after.value) ?? null;
    },
  };
}
