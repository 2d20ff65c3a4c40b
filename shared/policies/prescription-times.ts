import type { Reaction } from '../core/policy.ts';
import { definePolicy } from '../core/policy.ts';
import { prescription } from '../streams/prescriptions/prescription/prescription.ts';
import { prescriptionUploadSession } from '../streams/prescriptions/upload/session.ts';

const dayMs = 24 * 3_600_000;
/** After the last day of the course, repeats included, this much time is left to collect due units. */
const graceDays = 30;

/** In: an upload session is opened or locked. Out: the end of it, or of its lock, at its time. */
export const uploadTimes = definePolicy({
  name: 'upload-times',
  on: [
    prescriptionUploadSession.events.UploadSessionOpened,
    prescriptionUploadSession.events.UploadOtpLocked,
  ],
  react: (event): readonly Reaction[] =>
    event.type === 'UploadSessionOpened'
      ? [
          {
            kind: 'command',
            stream: event.stream,
            command: 'expire',
            input: {},
            at: Date.parse(event.data.expiresAt),
          },
        ]
      : [
          {
            kind: 'command',
            stream: event.stream,
            command: 'unlock',
            input: { until: event.data.until },
            at: Date.parse(event.data.until),
          },
        ],
});

/** In: a prescription is approved, or accepted verbally. Out: its end when its window is over. */
export const prescriptionTimes = definePolicy({
  name: 'prescription-times',
  on: [prescription.events.PrescriptionReceived, prescription.events.PrescriptionApproved],
  react: (event): readonly Reaction[] => {
    if (event.type === 'PrescriptionReceived') {
      const { verbal } = event.data;
      return verbal
        ? [
            {
              kind: 'command',
              stream: event.stream,
              command: 'lapse',
              input: { why: 'verbal' },
              at: Date.parse(verbal.until),
            },
          ]
        : [];
    }
    const days =
      Math.max(...event.data.lines.map((line) => line.days)) * (1 + event.data.repeats) + graceDays;
    return [
      {
        kind: 'command',
        stream: event.stream,
        command: 'lapse',
        input: { why: 'window' },
        at: Date.parse(event.at) + days * dayMs,
      },
    ];
  },
});
