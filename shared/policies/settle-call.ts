import { cutText } from '../core/cut.ts';
import { businessDay } from '../core/day.ts';
import { streamKey, streamName } from '../core/event.ts';
import type { Reaction } from '../core/policy.ts';
import { definePolicy } from '../core/policy.ts';
import { call } from '../streams/calls/call/call.ts';
import { readCaseId } from '../streams/care/cccase/months.ts';
import type { Settled } from '../streams/calls/call/state.ts';

const careItem = /^queueitem-cc-queue-(\d+)$/;
/** The month of care whose row the call was made from. */
const careCaseOf = (item: string | null): string | null => careItem.exec(item ?? '')?.[1] ?? null;

/**
 * Commands to the callee's record that follow from the disposition. A death reported on a call about a month of care is that
 * patient's; on any other call to a customer a team lead finds out whose it is.
 */
function settle(callId: number, at: string, data: Settled, corrected: boolean): readonly Reaction[] {
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
  const careCase = careCaseOf(data.item);
  const died: readonly Reaction[] =
    careCase === null || code !== 'DECEASED'
      ? []
      : [
          {
            kind: 'command',
            stream: `patient-${readCaseId(careCase).patientId}`,
            command: 'markDeceased',
            input: { on: businessDay(Date.parse(at)), note: cutText(notes, 500) },
          },
        ];
  const care: readonly Reaction[] =
    careCase === null || corrected
      ? died
      : [
          {
            kind: 'command',
            stream: `cccase-${careCase}`,
            command: 'settleCall',
            input: { callId, code, agent, nextAt, retryAt },
          },
          ...died,
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
    return settle(callId, event.at, event.data, event.type === 'CallDispositionCorrected');
  },
});
