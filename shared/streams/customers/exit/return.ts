import { z } from 'zod';
import * as texts from '../../../core/texts.ts';
import { addDays, clockTime } from '../../../core/day.ts';
import { note, text } from '../../../core/fields.ts';
import { inPoos } from '../../../core/permission.ts';
import { maskPhone, phoneIsDialable } from '../../../core/phone.ts';
import { reference } from '../../../core/reference.ts';
import type { Refusal } from '../../../core/refusal.ts';
import { isRefusal, refuse } from '../../../core/refusal.ts';
import { command } from '../../../core/stream.ts';
import { ownerAt, type UniqueState } from '../../core/unique.ts';
import type { CustomerState } from '../customer.ts';
import { dialled, keepPhone, phoneStream } from '../customer-phones.ts';
import { exitPerson, stepRefused } from './request.ts';
import { exitEvent, type CustomerExitState } from './state.ts';

const need = 'Prescription/reactive-customer:edit' as const;
/** How long a verified code allows the return. */
export const codeCountsMs = 30 * 60_000;
/** From this many exits in twelve months the return needs an approver. */
export const manyExits = 2;

const readsCustomer = (_input: unknown, { face }: CustomerExitState): Record<string, string> =>
  face ? { customer: `customer-${face.customerId}` } : {};

/** Also checked before a code is sent, so that none is sent in vain. */
export function codeRefused(
  state: CustomerExitState,
  read: Readonly<Record<string, unknown>>,
): Refusal | null {
  if (stepRefused(state, 'SEND_CODE')) return refuse('exitNotActive', 409);
  const phone = dialled((read['customer'] as CustomerState).phones)?.phone ?? '';
  return phone && phoneIsDialable(phone) ? null : refuse('returnNoPhone', 422);
}
export const returnPhone = (read: Readonly<Record<string, unknown>>): string =>
  dialled((read['customer'] as CustomerState).phones)?.phone ?? '';

export const sendReturnCode = command<CustomerExitState, object>({
  input: z.object({}),
  need,
  reads: readsCustomer,
  decide(state, _input, ctx) {
    const no = isRefusal(ctx.prepared) ? ctx.prepared : codeRefused(state, ctx.read);
    if (no) return no;
    if (!inPoos(ctx.viewer, state.face!.pooId)) return refuse('notFound', 404);
    const { sendId, n } = ctx.prepared as { sendId: string; n?: number };
    const maskedPhone = maskPhone(returnPhone(ctx.read));
    return {
      events: [exitEvent({ type: 'ReturnCodeSent', data: { sendId, n: n ?? 1, maskedPhone } })],
      answer: { maskedPhone },
    };
  },
});

export const verifyReturnCode = command<CustomerExitState, { code: string }>({
  input: z.object({
    code: texts.entry({ error: 'required' }).regex(/^\d{6}$/, 'badFormat'),
  }),
  need,
  reads: readsCustomer,
  decide(state, _input, ctx) {
    const no = isRefusal(ctx.prepared) ? ctx.prepared : codeRefused(state, ctx.read);
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
    return [exitEvent({ type: 'ReturnCodeVerified', data: { sendId: found.sendId ?? null } })];
  },
});

/** The return: consents and checks are made again, ended rows stay as they are. */
export const reactivate = command<
  CustomerExitState,
  { reason: string; consentVersion: string; care: boolean; calling: boolean }
>({
  input: z.object({
    reason: note(500, 5),
    consentVersion: text(20),
    care: z.boolean({ error: 'required' }),
    calling: z.boolean({ error: 'required' }),
  }),
  need,
  reads: readsCustomer,
  readsNext: (_input, read) => ({ phone: phoneStream(returnPhone(read)) }),
  decide(state, { reason, consentVersion, care, calling }, ctx) {
    if (stepRefused(state, 'RETURN')) return refuse('exitNotActive', 409);
    const { customerId, pooId } = state.face!;
    if (!inPoos(ctx.viewer, pooId)) return refuse('notFound', 404);
    const customer = ctx.read['customer'] as CustomerState;
    if (customer.stage !== 'exited') return refuse('exitNotActive', 409);
    if (!care) return refuse('consentMissing', 422, { kind: 'consent.care' }, 'care');
    if (!calling) return refuse('consentMissing', 422, { kind: 'consent.calling' }, 'calling');
    const verified = state.codeVerifiedAt;
    if (verified === null || ctx.now - Date.parse(verified) > codeCountsMs)
      return refuse('returnCodeFirst', 422);
    const nth = customer.exits.filter((on) => on > addDays(ctx.today, -365)).length;
    if (nth >= manyExits && !ctx.may('Prescription/customerExitApproval:approve'))
      return refuse('returnNeedsApprover', 403, { n: nth });
    const phone = returnPhone(ctx.read);
    const owner = ownerAt(ctx.read['phone'] as UniqueState | undefined, ctx.now);
    if (owner !== null && owner !== `customer-${customerId}`)
      return refuse('customerPhoneInUse', 409, { customer: reference('CU', owner.slice(9)) });
    const stream = `customer-${customerId}`;
    const agreed = (kind: 'care' | 'calling') => ({
      stream,
      type: 'CustomerConsentChanged',
      data: { kind, given: true, channel: 'phone', version: consentVersion },
    });
    return [
      exitEvent({
        type: 'CustomerExitEnded',
        data: { customerId, reason, by: exitPerson(ctx), nth },
      }),
      { stream, type: 'CustomerReactivated', data: { exitId: Number(state.id), reason } },
      agreed('care'),
      agreed('calling'),
      keepPhone(phone, stream, null),
    ];
  },
});

/** Another system reported the customer's return. */
export const endOutside = command<CustomerExitState, object>({
  input: z.object({}),
  need: 'system',
  decide: (state, _input, ctx) =>
    stepRefused(state, 'RETURN')
      ? refuse('noLongerNeeded', 409)
      : [
          exitEvent({
            type: 'CustomerExitEnded',
            data: { customerId: state.face!.customerId, reason: '', by: exitPerson(ctx), nth: 0 },
          }),
        ],
});
