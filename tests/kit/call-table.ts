import type { CallSignal } from '#shared/streams/calls/call/call.machine.ts';
import type { CallStage } from '#shared/streams/calls/call/state.ts';

type Signal = CallSignal['type'];
const talking = {
  NOTE: 'same',
  MUTE: 'same',
  TRANSFER: 'same',
  CONFERENCE: 'same',
  CONSENT: 'same',
  HANGUP: 'same',
  'PROVIDER.completed': 'wrapUp',
} as const;
const notYet = {
  NOTE: 'same',
  HANGUP: 'same',
  'PROVIDER.answered': 'connected',
  'PROVIDER.completed': 'wrapUp',
  'PROVIDER.busy': 'wrapUp',
  'PROVIDER.noAnswer': 'wrapUp',
  'PROVIDER.failed': 'wrapUp',
} as const;
const afterwards = { NOTE: 'same', DISPOSE: 'done', WRAP_15M: 'done', RECORDED: 'same' } as const;

/** Where each event takes a call from each stage, sent by its agent with all it needs; what is missing is ignored. */
export const callTable: Readonly<Record<CallStage, Partial<Record<Signal, CallStage | 'same'>>>> = {
  none: { CALL: 'dialling' },
  dialling: { ...notYet, 'PROVIDER.ringing': 'ringing' },
  ringing: notYet,
  connected: { ...talking, HOLD: 'held' },
  held: { ...talking, RESUME: 'connected' },
  wrapUp: { ...afterwards, WRAP_180S: 'overdue' },
  overdue: afterwards,
  done: { RECORDED: 'same', CORRECT: 'same' },
};

/** Events that only the call's agent may send; a disposition and its correction must fit the call besides. */
export const agentSignals: readonly Signal[] = [
  'HOLD',
  'RESUME',
  'MUTE',
  'TRANSFER',
  'CONFERENCE',
  'CONSENT',
  'HANGUP',
  'NOTE',
  'DISPOSE',
  'CORRECT',
];
export const fittingSignals: readonly Signal[] = ['DISPOSE', 'CORRECT'];

const others: readonly Signal[] = [
  'CALL',
  'WRAP_180S',
  'WRAP_15M',
  'RECORDED',
  'PROVIDER.ringing',
  'PROVIDER.answered',
  'PROVIDER.busy',
  'PROVIDER.noAnswer',
  'PROVIDER.failed',
  'PROVIDER.completed',
];
export const callSignals: readonly Signal[] = [...agentSignals, ...others];
export const callStages = Object.keys(callTable) as CallStage[];
