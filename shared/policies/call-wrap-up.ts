import { definePolicy } from '../core/policy.ts';
import { call } from '../streams/calls/call/call.ts';
import { callLimits } from '../streams/calls/call/limits.ts';

/** In: a call ended. Out: checks after three and fifteen minutes whether it has a disposition. */
export const callWrapUp = definePolicy({
  name: 'call-wrap-up',
  on: [call.events.CallEnded, call.events.CallNotConnected],
  react: ({ stream, at }) => {
    const later = (command: string, ms: number) => ({
      kind: 'command' as const,
      stream,
      command,
      input: {},
      at: Date.parse(at) + ms,
    });
    return [later('noteOverdue', callLimits.wrapUpMs), later('autoDispose', callLimits.autoDisposeMs)];
  },
});
