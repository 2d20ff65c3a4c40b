import { z } from 'zod';
import { instant, text } from '../../../core/fields.ts';
import { refuse } from '../../../core/refusal.ts';
import type { NewEvent } from '../../../core/event.ts';
import { command } from '../../../core/stream.ts';
import { callEvent } from './acting.ts';
import { callAccepts, type CallSignal } from './call.machine.ts';
import { callLimits } from './limits.ts';
import { isLive, lengthOf, onLine, type CallState, type EndedBy, type ProviderStatus } from './state.ts';

export const providerStatuses = ['ringing', 'answered', 'busy', 'no-answer', 'failed', 'completed'] as const;
export type ProviderWord = (typeof providerStatuses)[number];

const says = z.strictObject({
  status: z.enum(providerStatuses),
  providerCallId: text(120).nullable().optional(),
  /** When it happened at the provider; the server's clock when missing or in the future. */
  at: instant().optional(),
  /** Talk time of an ended call; used when the answered message never arrived. */
  talkSec: z.int().min(0).max(86_400).optional(),
  endedBy: z.enum(['agent', 'customer']).optional(),
  /** Answer to the recording announcement. */
  consent: z.boolean().optional(),
});
type Says = z.infer<typeof says>;

const signals: Readonly<Record<ProviderWord, CallSignal['type']>> = {
  ringing: 'PROVIDER.ringing',
  answered: 'PROVIDER.answered',
  busy: 'PROVIDER.busy',
  'no-answer': 'PROVIDER.noAnswer',
  failed: 'PROVIDER.failed',
  completed: 'PROVIDER.completed',
};

function whenOf({ at }: Pick<Says, 'at'>, after: string | null, now: number): string {
  const said = at === undefined ? now : Math.min(now, Date.parse(at));
  return new Date(after === null ? said : Math.max(said, Date.parse(after))).toISOString();
}

const notConnected = (state: CallState, status: ProviderStatus): NewEvent =>
  callEvent({ type: 'CallNotConnected', data: { status, empId: state.agent?.empId ?? 0 } });

function ended(state: CallState, at: string, by: EndedBy, talked?: number): NewEvent {
  const { talkSec, holdSec } = lengthOf(state, at);
  return callEvent({
    type: 'CallEnded',
    data: { by, at, talkSec: talked ?? talkSec, holdSec, empId: state.agent?.empId ?? 0 },
  });
}

function happened(state: CallState, input: Says, now: number): readonly NewEvent[] {
  const providerCallId = input.providerCallId ?? null;
  switch (input.status) {
    case 'ringing':
      return [callEvent({ type: 'CallRinging', data: { providerCallId } })];
    case 'answered': {
      const connected = callEvent({
        type: 'CallConnected',
        data: { providerCallId, at: whenOf(input, state.placedAt, now) },
      });
      return input.consent === undefined
        ? [connected]
        : [connected, callEvent({ type: 'CallConsentRecorded', data: { given: input.consent } })];
    }
    case 'completed': {
      const at = whenOf(input, state.answeredAt ?? state.placedAt, now);
      const by = input.endedBy ?? (state.hangUpAsked ? 'agent' : 'customer');
      if (onLine(state)) return [ended(state, at, by)];
      if (!input.talkSec) return [notConnected(state, 'no-answer')];
      // The answered message is late or lost: derive the answer time from the end.
      const answered = new Date(Date.parse(at) - input.talkSec * 1000).toISOString();
      return [
        callEvent({ type: 'CallConnected', data: { providerCallId, at: answered } }),
        ended(state, at, by, input.talkSec),
      ];
    }
    default:
      return [notConnected(state, input.status)];
  }
}

/**
 * Applies a provider message from webhook or poll; late, repeated or out of order, it only moves the call
 * forward.
 */
export const providerSays = command<CallState, Says>({
  input: says,
  need: 'system',
  decide(state, input, ctx) {
    if (state.stage === 'none') return refuse('notFound', 404);
    if (!callAccepts({ stage: state.stage, own: false, fits: false }, signals[input.status])) return [];
    return happened(state, input, ctx.now);
  },
});

/** The provider no longer knows the call: a connected one ended, any other never connected. */
export const giveUp = command<CallState, object>({
  input: z.strictObject({}),
  need: 'system',
  decide(state, _input, ctx) {
    if (!isLive(state) || state.stage === 'wrapUp' || state.stage === 'overdue')
      return refuse('noLongerNeeded', 409);
    if (ctx.now - Date.parse(state.placedAt ?? '') < callLimits.lostMs) return refuse('noLongerNeeded', 409);
    return onLine(state)
      ? [ended(state, new Date(ctx.now).toISOString(), 'unknown')]
      : [notConnected(state, 'failed')];
  },
});

const recorded = z.strictObject({
  url: z.url({ error: 'badFormat' }).max(500),
  seconds: z.int().min(0).max(86_400),
});

/** Links the recording, which stays with the provider. Without the callee's consent no recording is kept. */
export const attachRecording = command<CallState, z.infer<typeof recorded>>({
  input: recorded,
  need: 'system',
  decide(state, input) {
    if (state.answeredAt === null || state.consent === false || state.recording?.url === input.url)
      return refuse('noLongerNeeded', 409);
    return [callEvent({ type: 'CallRecordingAttached', data: input })];
  },
});
