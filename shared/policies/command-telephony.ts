import { streamKey } from '../core/event.ts';
import type { Reaction } from '../core/policy.ts';
import { definePolicy } from '../core/policy.ts';
import { call } from '../streams/calls/call/call.ts';

/** A request to the telephony partner; steps of one call are sent one after the other. */
export type TelephonyStep =
  | {
      readonly action: 'dial';
      readonly to: string;
      readonly series: '140' | '1600';
      readonly agent: { readonly id: number; readonly name: string };
      readonly language: string | null;
      readonly announceRecording: true;
      readonly placedAt: string;
    }
  | { readonly action: 'hold' | 'resume' | 'hangup' | 'stop-recording' }
  | { readonly action: 'mute'; readonly muted: boolean }
  | {
      readonly action: 'transfer' | 'conference';
      readonly agent: { readonly id: number; readonly name: string };
    };

const step = (stream: string, input: TelephonyStep): readonly Reaction[] => [
  {
    kind: 'outside',
    partner: 'telephony',
    input: { recipient: stream, callId: Number(streamKey(stream)), ...input },
  },
];

/** Sends the agent's actions on a call to the telephony partner. */
export const commandTelephony = definePolicy({
  name: 'command-telephony',
  on: [
    call.events.CallPlaced,
    call.events.CallHeld,
    call.events.CallResumed,
    call.events.CallMuted,
    call.events.CallHangUpAsked,
    call.events.CallTransferred,
    call.events.CallConferenced,
    call.events.CallConsentRecorded,
  ],
  react: (event) => {
    const { stream, at } = event;
    switch (event.type) {
      case 'CallPlaced': {
        const { phoneKey: to, series, agent, language } = event.data.face;
        return step(stream, {
          action: 'dial',
          to,
          series,
          agent: { id: agent.empId, name: agent.name },
          language,
          announceRecording: true,
          placedAt: at,
        });
      }
      case 'CallHeld':
        return step(stream, { action: 'hold' });
      case 'CallResumed':
        return step(stream, { action: 'resume' });
      case 'CallMuted':
        return step(stream, { action: 'mute', muted: event.data.muted });
      case 'CallHangUpAsked':
        return step(stream, { action: 'hangup' });
      case 'CallTransferred':
        return step(stream, {
          action: 'transfer',
          agent: { id: event.data.to.empId, name: event.data.to.name },
        });
      case 'CallConferenced':
        return step(stream, {
          action: 'conference',
          agent: { id: event.data.with.empId, name: event.data.with.name },
        });
      default:
        return event.data.given ? [] : step(stream, { action: 'stop-recording' });
    }
  },
});
