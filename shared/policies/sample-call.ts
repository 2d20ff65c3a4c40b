import { DAY_MS } from '../core/day.ts';
import { streamKey } from '../core/event.ts';
import { definePolicy, type Reaction } from '../core/policy.ts';
import { call } from '../streams/calls/call/call.ts';
import { callreview, disputeDays } from '../streams/calls/review/callreview.ts';
import type { ReviewFace } from '../streams/calls/review/state.ts';

/** In: a connected call got its disposition. Out: a check whether it is sampled for review. */
export const sampleCall = definePolicy({
  name: 'sample-call',
  on: [call.events.CallDispositioned],
  react: ({ stream, data }) => {
    const { connected, ref, agent, pooId, talkSec, code } = data;
    if (!connected) return [];
    return [
      {
        kind: 'command',
        stream: `callreview-${streamKey(stream)}`,
        command: 'sample',
        input: { ref, agent, pooId, talkSec, code },
      },
    ];
  },
});

const settleAfter = (stream: string, at: string): Reaction => ({
  ...{ kind: 'command', stream, command: 'settle', input: {} },
  at: Date.parse(at) + disputeDays * DAY_MS,
});
const toAgent = (
  stream: string,
  face: ReviewFace,
  message: 'callScored' | 'callCalibrated',
  total: number,
): Reaction => ({
  kind: 'command',
  stream: `notice-${face.agent.empId}`,
  command: 'push',
  input: {
    message,
    values: { ref: face.ref, total },
    icon: 'check',
    color: 'blue',
    route: `/outBound/outCall?review=${streamKey(stream)}`,
    dedupeKey: message === 'callScored' ? stream : `${stream}-calibrated`,
  },
});

/** In: a score stands. Out: a notice to the agent; it is final after three days. During a calibration it does not stand yet. */
export const settleReview = definePolicy({
  name: 'settle-review',
  on: [
    callreview.events.CallQualityScored,
    callreview.events.CallCalibrationSettled,
    callreview.events.CallCalibrationWithdrawn,
  ],
  react(event) {
    const { stream, at } = event;
    const { face, total } = event.data;
    if (event.type === 'CallQualityScored')
      return event.data.calibrate
        ? []
        : [settleAfter(stream, at), toAgent(stream, face, 'callScored', total)];
    const message = event.type === 'CallCalibrationSettled' ? 'callCalibrated' : 'callScored';
    return [
      ...(event.data.before === 'scored' ? [settleAfter(stream, at)] : []),
      toAgent(stream, face, message, total),
    ];
  },
});
