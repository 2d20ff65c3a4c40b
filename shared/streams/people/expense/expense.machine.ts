import { initialTransition, setup, transition } from 'xstate';
import { expenseStages, type ExpenseStage } from './stages.ts';

export interface ExpenseContext {
  readonly stage: ExpenseStage | null;
  readonly own: boolean;
  /** May pay out what is approved. */
  readonly pays: boolean;
}
export type ExpenseMachineEvent = {
  readonly type: 'CHANGE' | 'SUBMIT' | 'WITHDRAW' | 'APPROVED' | 'REJECTED' | 'PAY';
};

/** The life of an expense, one machine for the server's decisions and the screens. */
export const expenseMachine = setup({
  types: { context: {} as ExpenseContext, events: {} as ExpenseMachineEvent, input: {} as ExpenseContext },
  guards: {
    stands: ({ context }, params: { at: ExpenseStage }) => context.stage === params.at,
    own: ({ context }) => context.own,
    // Nobody pays their own expense, whatever their rights.
    paysOthers: ({ context }) => context.pays && !context.own,
  },
  actions: {
    /** A draft that is changed stays a draft. */
    noted: () => undefined,
  },
}).createMachine({
  id: 'expense',
  context: ({ input }) => input,
  initial: 'placing',
  states: {
    placing: {
      always: expenseStages.map((at) => ({ guard: { type: 'stands' as const, params: { at } }, target: at })),
    },
    draft: {
      on: {
        CHANGE: { guard: 'own', actions: 'noted' },
        SUBMIT: { guard: 'own', target: 'submitted' },
        WITHDRAW: { guard: 'own', target: 'withdrawn' },
      },
    },
    submitted: {
      on: { WITHDRAW: { guard: 'own', target: 'withdrawn' }, APPROVED: 'approved', REJECTED: 'rejected' },
    },
    approved: { on: { PAY: { guard: 'paysOthers', target: 'paid' } } },
    paid: { type: 'final' },
    rejected: { type: 'final' },
    withdrawn: { type: 'final' },
  },
});

/** Whether that event is legal there; asks the machine, changes nothing. */
export function expenseAccepts(context: ExpenseContext, type: ExpenseMachineEvent['type']): boolean {
  const [here] = initialTransition(expenseMachine, context);
  const [next, actions] = transition(expenseMachine, here, { type });
  return next !== here || actions.length > 0;
}
