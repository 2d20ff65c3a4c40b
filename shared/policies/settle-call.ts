import { streamKey, streamName } from '../core/event.ts';
import type { Reaction } from '../core/policy.ts';
import { definePolicy } from '../core/policy.ts';
import { call } from '../streams/calls/call/call.ts';
import type { Settled } from '../streams/calls/call/state.ts';

const careItem = /^queueitem-cc-queue-(\d+)$/;
/** The month of care whose row the call was made from. */
const careCaseOf = (item: string | null): string | null => careItem.exec(item ?? '')?.[1] ?? null;

/** Commands to the callee's record that follow from the disposition. */
function settle(callId: number, data: Settled, corrected: boolean): readonly Reaction[] {
  const { subject, code, agent, notes, nextAt, retryAt, appointmentId, reasonId, customerId, language } =
    data;
  if (streamName(subject) === 'lead') {
    const input = {
      callId,
      code,
      agent,
      notes,
      nextAt,
      retryAt,
      appointmentId,
      reasonId,
      customerId,
      language,
      ...(corrected ? { corrected } : {}),
    };
    return [{ kind: 'command', stream: subject, command: 'settleCall', input }];
  }
  if (streamName(subject) === 'reminder' && !corrected)
    return [
      { kind: 'command', stream: subject, command: 'settleCall', input: { callId, code, notes, nextAt } },
    ];
  if (streamName(subject) === 'dsasale')
    return [{ kind: 'command', stream: subject, command: 'noteCall', input: { callId, code } }];
  const careCase = corrected ? null : careCaseOf(data.item);
  const care: readonly Reaction[] =
    careCase === null
      ? []
      : [
          {
            kind: 'command',
            stream: `cccase-${careCase}`,
            command: 'settleCall',
            input: { callId, code, agent, nextAt, retryAt },
          },
        ];
  if (streamName(subject) === 'customer' && code === 'DNC_REQUEST')
    return [
      ...care,
      {
        kind: 'command',
        stream: subject,
        command: 'withdrawConsent',
        input: { kind: 'calling', channel: 'phone' },
      },
    ];
  return care;
}

/**
 * In: a call to a lead starts or gets its disposition. Out: the attempt and the outcome on the callee's
 * record.
 */
export const settleCall = definePolicy({
  name: 'settle-call',
  on: [
    call.events.CallPlaced,
    call.events.CallDispositioned,
    call.events.CallAutoDispositioned,
    call.events.CallDispositionCorrected,
  ],
  react: (event) => {
    const callId = Number(streamKey(event.stream));
    if (event.type === 'CallPlaced') {
      const { subject, agent } = event.data.face;
      return streamName(subject) === 'lead'
        ? [{ kind: 'command', stream: subject, command: 'noteCall', input: { callId, agent } }]
        : [];
    }
    return settle(callId, event.data, event.type === 'CallDispositionCorrected');
  },
});
