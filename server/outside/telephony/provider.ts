import { z } from 'zod';
import * as texts from '#shared/core/texts.ts';
import { providerStatuses } from '#shared/streams/calls/call/provider.ts';

const agent = z.object({ id: z.int(), name: texts.own() });
const base = { recipient: texts.own(), callId: z.int() };

/** One step asked of the partner, as policies ask it. */
export const stepInput = z.discriminatedUnion('action', [
  z.object({
    ...base,
    action: z.literal('dial'),
    to: texts.own(),
    series: texts.own(),
    agent,
    language: texts.own().nullable(),
    announceRecording: z.boolean(),
    placedAt: texts.own(),
  }),
  z.object({ ...base, action: z.enum(['hold', 'resume', 'hangup', 'stop-recording']) }),
  z.object({ ...base, action: z.literal('mute'), muted: z.boolean() }),
  z.object({ ...base, action: z.enum(['transfer', 'conference']), agent }),
]);
export type Step = z.infer<typeof stepInput>;

/** The reference under which the partner knows a call; it comes back in every report. */
export const callRefOf = (callId: number): string => `call-${callId}`;

/** What the partner tells of a call, in our words. */
export const report = z.object({
  callRef: texts.code(/^call-\d+$/),
  providerCallId: texts.token().max(120).nullable().optional(),
  status: z.enum(providerStatuses).optional(),
  at: z.iso.datetime({ offset: true }).optional(),
  talkSec: z.int().min(0).max(86_400).optional(),
  endedBy: z.enum(['agent', 'customer']).optional(),
  consent: z.boolean().optional(),
  recording: z.object({ url: z.url().max(500), seconds: z.int().min(0).max(86_400) }).optional(),
});
export type Report = z.infer<typeof report>;

export interface Recording {
  readonly type: string;
  readonly bytes: Buffer;
}

/** The partner refuses this step for good: a retry would be refused as well. */
export class StepRefused extends Error {}

/** A telephony partner: our simulator, or another one by HTTP. The same step under the same key has one effect. */
export interface TelephonyProvider {
  readonly name: string;
  carryOut(step: Step, key: string): Promise<void>;
  /** What it knows of a call; null when it knows nothing of it. */
  status(callRef: string): Promise<Report | null>;
  recording(url: string): Promise<Recording | null>;
  stop(): void;
}
