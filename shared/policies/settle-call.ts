import { cutText } from '../core/cut.ts';
import { businessDay } from '../core/day.ts';
import { streamKey, streamName } from '../core/event.ts';
import type { Reaction } from '../core/policy.ts';
import { definePolicy } from '../core/policy.ts';
import { call } from '../streams/calls/call/call.ts';
import { readCaseId } from '../streams/care/cccase/months.ts';
import { careCaseOf } from '../streams/calls/call/care-case.ts';
import type { DispositionCode } from '../streams/calls/call/dispositions.ts';
import type { Settled } from '../streams/calls/call/state.ts';

/** What the code says about the life of the patient whose month of care the call was about. */
function lifeOf(
  careCase: string,
  callId: number,
  at: string,
  { code, notes, calledAt }: Settled,
  corrected: Correction | null,
): readonly Reaction[] {
  const stream = `patient-${readCaseId(careCase).patientId}`;
  if (code === 'DECEASED') {
    const on = businessDay(Date.parse(calledAt ?? at));
    const input = { callId, on, note: cutText(notes, 500) };
    return [{ kind: 'command', stream, command: 'markDeceasedOnCall', input }];
  }
  if (corrected?.from !== 'DECEASED') return [];
  const input = { callId, reason: cutText(corrected.reason, 500) };
  return [{ kind: 'command', stream, command: 'takeBackDeceasedOnCall', input }];
}

interface Correction {
  readonly from: DispositionCode;
  readonly reason: string;
}

/**
 * Commands to the callee's record that follow from the disposition. A death reported on a call about a month of care is that
 * patient's; on any other call to a customer a team lead finds out whose it is.
 */
function settle(
  callId: number,
  at: string,
  data: Settled,
  corrected: Correction | null,
): readonly Reaction[] {
  const { subject, code, agent, notes, nextAt, retryAt, appointmentId, reasonId, customerId, language } =
    data;
  const next = data.nextKey === undefined ? {} : { nextKey: data.nextKey };
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
      ...next,
      ...(corrected ? { corrected: true } : {}),
    };
    return [{ kind: 'command', stream: subject, command: 'settleCall', input }];
  }
  if (streamName(subject) === 'reminder' && !corrected)
    return [
      {
        kind: 'command',
        stream: subject,
        command: 'settleCall',
        input: { callId, code, notes, nextAt, ...next },
      },
    ];
  if (streamName(subject) === 'dsasale')
    return [{ kind: 'command', stream: subject, command: 'noteCall', input: { callId, code } }];
  const careCase = careCaseOf(data.item);
  const life = careCase === null ? [] : lifeOf(careCase, callId, at, data, corrected);
  const care: readonly Reaction[] =
    careCase === null || corrected
      ? life
      : [
          {
            kind: 'command',
            stream: `cccase-${careCase}`,
            command: 'settleCall',
            input: { callId, code, agent, nextAt, retryAt },
          },
          ...life,
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
    return settle(
      callId,
      event.at,
      event.data,
      event.type === 'CallDispositionCorrected' ? event.data : null,
    );
  },
});
