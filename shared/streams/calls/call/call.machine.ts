import { initialTransition, setup, transition } from 'xstate';
import type { CallStage } from './state.ts';

/** Input of the guards of a call. */
export interface CallContext {
  readonly stage: CallStage;
  /** Sent by the agent on the call; false for the provider, a timer or somebody else. */
  readonly own: boolean;
  /** The disposition is possible for this call and has all it needs. */
  readonly fits: boolean;
}

export type CallSignal = {
  readonly type:
    | 'CALL'
    | 'HOLD'
    | 'RESUME'
    | 'MUTE'
    | 'TRANSFER'
    | 'CONFERENCE'
    | 'CONSENT'
    | 'HANGUP'
    | 'NOTE'
    | 'DISPOSE'
    | 'WRAP_180S'
    | 'WRAP_15M'
    | 'RECORDED'
    | 'CORRECT'
    | 'PROVIDER.ringing'
    | 'PROVIDER.answered'
    | 'PROVIDER.busy'
    | 'PROVIDER.noAnswer'
    | 'PROVIDER.failed'
    | 'PROVIDER.completed';
};

const stages: readonly CallStage[] = [
  'none',
  'dialling',
  'ringing',
  'connected',
  'held',
  'wrapUp',
  'overdue',
  'done',
];
const here = { guard: 'isOwn', actions: 'noted' } as const;
const notReached = {
  'PROVIDER.busy': '#call.wrapUp',
  'PROVIDER.noAnswer': '#call.wrapUp',
  'PROVIDER.failed': '#call.wrapUp',
} as const;
const talking = {
  NOTE: here,
  MUTE: here,
  TRANSFER: here,
  CONFERENCE: here,
  CONSENT: here,
  HANGUP: here,
  'PROVIDER.completed': '#call.wrapUp',
} as const;
const afterwards = {
  NOTE: here,
  DISPOSE: { guard: 'mayDispose', target: '#call.done' },
  WRAP_15M: '#call.done',
  RECORDED: { actions: 'noted' },
} as const;

/**
 * Lifecycle of a call; messages of the provider only move it forward. Used by the server and the call bar.
 */
export const callMachine = setup({
  types: { context: {} as CallContext, events: {} as CallSignal, input: {} as CallContext },
  guards: {
    stands: ({ context }, params: { at: CallStage }) => context.stage === params.at,
    isOwn: ({ context }) => context.own,
    mayDispose: ({ context }) => context.own && context.fits,
  },
  actions: {
    /** Marks an event that leaves the state unchanged as accepted. */
    noted: () => undefined,
  },
}).createMachine({
  id: 'call',
  context: ({ input }) => input,
  initial: 'placing',
  states: {
    placing: {
      always: stages.map((at) => ({ guard: { type: 'stands' as const, params: { at } }, target: at })),
    },
    none: { on: { CALL: 'dialling' } },
    dialling: {
      on: {
        NOTE: here,
        HANGUP: here,
        'PROVIDER.ringing': 'ringing',
        'PROVIDER.answered': 'connected',
        'PROVIDER.completed': 'wrapUp',
        ...notReached,
      },
    },
    ringing: {
      on: {
        NOTE: here,
        HANGUP: here,
        'PROVIDER.answered': 'connected',
        'PROVIDER.completed': 'wrapUp',
        ...notReached,
      },
    },
    connected: { on: { HOLD: { guard: 'isOwn', target: 'held' }, ...talking } },
    held: { on: { RESUME: { guard: 'isOwn', target: 'connected' }, ...talking } },
    wrapUp: { on: { WRAP_180S: 'overdue', ...afterwards } },
    overdue: { on: afterwards },
    done: { on: { RECORDED: { actions: 'noted' }, CORRECT: { guard: 'mayDispose', actions: 'noted' } } },
  },
});

/** Whether the event is possible now; does not change anything. */
export function callAccepts(context: CallContext, type: CallSignal['type']): boolean {
  const [at] = initialTransition(callMachine, context);
  const [next, actions] = transition(callMachine, at, { type });
  return next !== at || actions.length > 0;
}
