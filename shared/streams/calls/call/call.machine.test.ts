import { describe, expect, it } from 'vitest';
import { initialTransition, transition } from 'xstate';
import { agentSignals, callSignals, callStages, callTable, fittingSignals } from '#tests/kit/call-table.ts';
import { notNow } from './acting.ts';
import { callAccepts, callMachine, type CallContext } from './call.machine.ts';
import { noCall } from './state.ts';

const every = callStages.flatMap((stage) =>
  callSignals.map((signal) => ({ stage, signal, goes: callTable[stage][signal] ?? 'ignored' })),
);
function goes(context: CallContext, type: (typeof callSignals)[number]): string {
  const [at] = initialTransition(callMachine, context);
  const [next, actions] = transition(callMachine, at, { type });
  return next.value !== at.value ? next.value : actions.length > 0 ? 'same' : 'ignored';
}

describe('the machine of a call', () => {
  it('knows these stages and events, no other', () => {
    expect(Object.keys(callMachine.states).toSorted()).toEqual([...callStages, 'placing'].toSorted());
    expect(callMachine.events.toSorted()).toEqual(callSignals.toSorted());
  });
  it.each(every)('$stage, $signal: $goes', ({ stage, signal, goes: where }) => {
    const context = { stage, own: true, fits: true };
    expect(goes(context, signal)).toBe(where);
    expect(callAccepts(context, signal)).toBe(where !== 'ignored');
    expect(goes({ ...context, own: false }, signal), 'sent by somebody else').toBe(
      agentSignals.includes(signal) ? 'ignored' : where,
    );
    expect(goes({ ...context, fits: false }, signal), 'with something missing').toBe(
      fittingSignals.includes(signal) ? 'ignored' : where,
    );
  });
  it.each(every)('the server lets its agent: $stage, $signal: $goes', ({ stage, signal, goes: where }) => {
    const state = { ...noCall('1'), stage, agent: { empId: 7, name: 'Ravi' } };
    const asked = (empId: number) => notNow(state, signal, { viewer: { empId } } as never);
    expect(asked(7)).toEqual(where === 'ignored' ? expect.objectContaining({ code: 'callStage' }) : null);
    expect(asked(8)).toMatchObject({ code: 'callNotYours' });
  });
});
