import { z } from 'zod';
import * as texts from '../../../core/texts.ts';
import { instant, note } from '../../../core/fields.ts';
import { phoneIsDialable, maskPhone } from '../../../core/phone.ts';
import type { Refusal } from '../../../core/refusal.ts';
import { isRefusal, refuse } from '../../../core/refusal.ts';
import { command } from '../../../core/stream.ts';
import type { CustomerState } from '../../customers/customer.ts';
import { dialled } from '../../customers/customer-phones.ts';
import { iso, personOf } from '../person.ts';
import { said, stepRefused, uploadConsentVersion, uploadRight } from './access.ts';
import type { UploadState } from './state.ts';
import type { UploadStep } from './upload.machine.ts';

const codeMs = 5 * 60_000;
const customerReads = (state: UploadState): Record<string, string> =>
  state.opened ? { customer: `customer-${state.opened.customerId}` } : {};

/** The customer's current number, which the code verifies. */
export function numberOf(read: Readonly<Record<string, unknown>>): string {
  return dialled((read['customer'] as CustomerState | undefined)?.phones ?? [])?.phone ?? '';
}

/** Also called by `prepare`, before a code is made or counted. */
export function otpRefused(
  state: UploadState,
  step: Extract<UploadStep, 'SEND' | 'VERIFY'>,
  read: Readonly<Record<string, unknown>>,
  now: number,
): Refusal | null {
  if (state.stage === 'locked' && state.lockedUntil && now < Date.parse(state.lockedUntil))
    return locked(Date.parse(state.lockedUntil));
  const no = stepRefused(state, step, now);
  if (no) return no;
  const number = numberOf(read);
  if (!number) return refuse('phoneRequired', 422);
  return phoneIsDialable(number) ? null : refuse('phoneNotNumeric', 422);
}

const locked = (until: number): Refusal => refuse('otpLocked', 429, { at: timeText(until) });
const timeText = (at: number): string => new Date(at + 330 * 60_000).toISOString().slice(11, 16);

/** The result of comparing a code in `prepare`. */
export interface Compared {
  readonly ok: boolean;
  readonly sendId?: string;
  readonly left?: number;
  readonly lockedUntil?: number | null;
  readonly expired?: boolean;
}

/**
 * `prepare` enforces the limits, makes the code and passes it to the SMS partner; a new code invalidates the
 * previous one.
 */
export const generateOtp = command<UploadState, object>({
  input: z.object({}),
  need: uploadRight('edit'),
  reads: (_input, state) => customerReads(state),
  decide(state, _input, ctx) {
    const no = isRefusal(ctx.prepared) ? ctx.prepared : otpRefused(state, 'SEND', ctx.read, ctx.now);
    if (no) return no;
    const { sendId, n } = ctx.prepared as { sendId: string; n?: number };
    const maskedPhone = maskPhone(numberOf(ctx.read));
    const expiresAt = iso(ctx.now + codeMs);
    return {
      events: [
        said({ type: 'UploadOtpSent', data: { sendId, channel: 'sms', maskedPhone, n: n ?? 1, expiresAt } }),
      ],
      answer: { sendId, maskedPhone, expiresAt },
    };
  },
});

/**
 * A wrong code is recorded too, so that everybody sees the same remaining attempts; the answer has the
 * result.
 */
export const verifyOtp = command<UploadState, { code: string }>({
  input: z.object({
    code: texts.entry({ error: 'required' }).regex(/^\d{6}$/, 'badFormat'),
  }),
  need: uploadRight('edit'),
  reads: (_input, state) => customerReads(state),
  decide(state, _input, ctx) {
    const no = isRefusal(ctx.prepared) ? ctx.prepared : otpRefused(state, 'VERIFY', ctx.read, ctx.now);
    if (no) return no;
    const found = ctx.prepared as Compared;
    if (found.ok)
      return {
        events: [
          said({
            type: 'UploadOtpVerified',
            data: { sendId: found.sendId ?? null, consentVersion: uploadConsentVersion },
          }),
        ],
        answer: { verified: true },
      };
    if (found.lockedUntil && found.lockedUntil > ctx.now) {
      const until = iso(found.lockedUntil);
      return {
        events: [said({ type: 'UploadOtpLocked', data: { until } })],
        answer: { verified: false, lockedUntil: until, left: 0 },
      };
    }
    const expired = found.expired ?? false;
    const left = found.left ?? 0;
    return {
      events: [said({ type: 'UploadOtpRejected', data: { left, expired } })],
      answer: { verified: false, left, expired },
    };
  },
});

/** Sent when this very lock ends. */
export const unlock = command<UploadState, { until: string }>({
  input: z.object({ until: instant() }),
  need: 'system',
  decide: (state, { until }, ctx) =>
    state.stage === 'locked' && state.lockedUntil === until && ctx.now >= Date.parse(until)
      ? [said({ type: 'UploadOtpUnlocked', data: { until } })]
      : refuse('noLongerNeeded', 409),
});

/** A team lead vouches for the uploader, with a reason; not for a session that they opened themselves. */
export const waiveOtp = command<UploadState, { reason: string }>({
  input: z.object({ reason: note(300, 10) }),
  need: uploadRight('approve'),
  decide(state, { reason }, ctx) {
    const no = stepRefused(state, 'WAIVE', ctx.now);
    if (no) return no;
    if (ctx.viewer.empId !== null && state.opened?.openedBy.empId === ctx.viewer.empId)
      return refuse('waiverIsOwn', 403);
    return [
      said({
        type: 'UploadOtpWaived',
        data: { reason, by: personOf(ctx), consentVersion: uploadConsentVersion },
      }),
    ];
  },
});
