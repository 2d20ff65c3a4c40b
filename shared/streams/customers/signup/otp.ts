import { z } from 'zod';
import * as texts from '../../../core/texts.ts';
import { maskPhone, phoneIsDialable, phoneKey } from '../../../core/phone.ts';
import type { Refusal } from '../../../core/refusal.ts';
import { isRefusal, refuse } from '../../../core/refusal.ts';
import { clockTime } from '../../../core/day.ts';
import type { Ctx } from '../../../core/stream.ts';
import { command } from '../../../core/stream.ts';
import { wrongStage } from './checks.ts';
import { itemOf, queueReads } from './place.ts';
import type { SignupState } from './state.ts';

const need = ['Out Bound/customerSingup:create', 'Out Bound/signup-queue:edit'] as const;

/**
 * Authors may verify the phone until the case is claimed; from then on its holder. Also called by `prepare`
 * before it sends a code.
 */
export function otpRefused(
  state: SignupState,
  ctx: Pick<Ctx, 'viewer'> & {
    readonly item?: { readonly lease: { readonly empId: number } | null } | undefined;
  },
): Refusal | null {
  const no = wrongStage(state, 'draft', 'submitted', 'inVerification', 'infoRequested');
  if (no) return no;
  const phone = state.record.applicant.phone ?? '';
  if (!phone) return refuse('phoneRequired', 422, {}, 'applicant.phone');
  if (!phoneIsDialable(phone)) return refuse('phoneNotNumeric', 422, {}, 'applicant.phone');
  const holder = ctx.item?.lease?.empId ?? null;
  const author =
    state.stage === 'submitted' &&
    holder == null &&
    ctx.viewer.empId != null &&
    [state.startedBy?.empId, state.submittedBy?.empId].includes(ctx.viewer.empId);
  if (
    (state.stage === 'submitted' || state.stage === 'inVerification') &&
    !author &&
    holder !== ctx.viewer.empId
  )
    return refuse('leaseLost', 410);
  return null;
}

/**
 * `prepare` of `signup/sendOtp` enforces the limits, generates and hashes the code, adds the message to the
 * outbox and returns `{ sendId, n }`. It refuses with `otpTooSoon` {s}, `otpSendLimit` or `otpLocked` {at},
 * and calls `otpRefused` first, so that no code is sent in vain.
 */
export const sendOtp = command<SignupState, object>({
  input: z.object({}),
  need,
  reads: (_input, _state, ctx) => queueReads(ctx),
  decide(state, _input, ctx) {
    const no = isRefusal(ctx.prepared)
      ? ctx.prepared
      : otpRefused(state, { viewer: ctx.viewer, item: itemOf(ctx) });
    if (no) return no;
    const { sendId, n } = ctx.prepared as { sendId: string; n?: number };
    const maskedPhone = maskPhone(state.record.applicant.phone);
    return {
      events: [{ type: 'OtpSent', data: { sendId, channel: 'sms', maskedPhone, n: n ?? 1 } }],
      answer: { sendId, maskedPhone },
    };
  },
});

/**
 * `prepare` of `signup/verifyOtp` compares the code in constant time with the newest unspent one for the
 * case's current phone, counts the attempt and returns `{ ok, sendId, left, lockedUntil, expired }`
 * (`lockedUntil` in ms or null). The code itself goes no further.
 */
export const verifyOtp = command<SignupState, { code: string }>({
  input: z.object({
    code: texts.entry({ error: 'required' }).regex(/^\d{6}$/, 'badFormat'),
  }),
  need,
  reads: (_input, _state, ctx) => queueReads(ctx),
  decide(state, _input, ctx) {
    const no = isRefusal(ctx.prepared)
      ? ctx.prepared
      : otpRefused(state, { viewer: ctx.viewer, item: itemOf(ctx) });
    if (no) return no;
    const found = ctx.prepared as {
      ok: boolean;
      sendId?: string;
      left?: number;
      lockedUntil?: number | null;
      expired?: boolean;
    };
    if (found.lockedUntil && found.lockedUntil > ctx.now)
      return refuse('otpLocked', 429, { at: clockTime(found.lockedUntil) });
    if (found.expired) return refuse('otpExpired', 410);
    if (!found.ok) return refuse('otpWrong', 422, { left: found.left ?? 0 }, 'code');
    return [
      {
        type: 'OtpVerified',
        data: { sendId: found.sendId ?? null, phoneKey: phoneKey(state.record.applicant.phone!) },
      },
    ];
  },
});
