import { createMachine, initialTransition, transition, type AnyStateMachine } from 'xstate';

/**
 * The life of a kind of document: the transitions between its stages. One machine, checked by the server and
 * shown by the console.
 */
export interface Life<S extends string = string> {
  readonly machine: AnyStateMachine;
  readonly initial: S;
  readonly stages: readonly S[];
  /** Final stages. */
  readonly final: ReadonlySet<string>;
  /** The stage after a step; null where it is not allowed. */
  next(stage: string, step: string): S | null;
  /** Steps allowed in a stage. */
  steps(stage: string): readonly string[];
  /** Stages in which a step is allowed. */
  from(step: string): readonly S[];
}

type Steps<S extends string> = Readonly<Record<S, Readonly<Record<string, S>>>>;

/**
 * Makes the machine of a life written as a table: stage → step → next stage. The first stage is where it
 * begins.
 */
export function documentLife<const S extends string>(id: string, table: Steps<S>): Life<S> {
  const stages = Object.keys(table) as S[];
  const initial = stages[0]!;
  const states = Object.fromEntries(
    stages.map((stage) => [
      stage,
      { on: table[stage], ...(Object.keys(table[stage]).length === 0 ? { type: 'final' as const } : {}) },
    ]),
  );
  const machine = createMachine({ id, initial, states });
  const [begun] = initialTransition(machine);
  const found = new Map<string, S>();
  for (const stage of stages)
    for (const step of Object.keys(table[stage])) {
      const [after] = transition(machine, machine.resolveState({ value: stage, context: begun.context }), {
        type: step,
      });
      found.set(`${stage} ${step}`, after.value as S);
    }
  return {
    machine,
    initial,
    stages,
    final: new Set(stages.filter((stage) => Object.keys(table[stage]).length === 0)),
    next: (stage, step) => found.get(`${stage} ${step}`) ?? null,
    steps: (stage) =>
      Object.keys((table as Readonly<Record<string, Readonly<Record<string, S>>>>)[stage] ?? {}),
    from: (step) => stages.filter((stage) => found.has(`${stage} ${step}`)),
  };
}
