import { fieldProblems } from '../../../core/fields.ts';
import { phoneKey } from '../../../core/phone.ts';
import { reference } from '../../../core/reference.ts';
import type { Refusal } from '../../../core/refusal.ts';
import { refuse } from '../../../core/refusal.ts';
import type { Ctx } from '../../../core/stream.ts';
import { uniqueStream } from '../../core/unique.ts';
import { completeSignup, consentKinds, impossibleAges, isServiced } from './fields.ts';
import type { SignupRecord, SignupStage, SignupState } from './state.ts';

export const quietly = (): Refusal => refuse('noLongerNeeded', 409);

/** The refusal of a decision that was already made: by whom and when. */
export function decided({ stage, verifier, verifiedAt }: SignupState): Refusal | null {
  return (stage === 'verified' || stage === 'completed') && verifier && verifiedAt
    ? refuse('alreadyVerified', 409, { name: verifier.name, at: verifiedAt })
    : null;
}

export function wrongStage(state: SignupState, ...allowed: SignupStage[]): Refusal | null {
  return allowed.includes(state.stage) ? null : refuse('wrongStage', 409, { stage: `stage.${state.stage}` });
}

export function consentMissing(record: SignupRecord): Refusal | null {
  const kind = consentKinds.find((one) => !record.consents[one]?.given);
  return kind ? refuse('consentMissing', 422, { kind: `consent.${kind}` }, `consents.${kind}`) : null;
}

export function notServiced(record: SignupRecord, ctx: Pick<Ctx, 'directory'>): Refusal | null {
  const place = record.pooId == null ? null : ctx.directory.poo(record.pooId);
  const { pincode } = record.address;
  return place && place.active !== false && pincode && isServiced(pincode, place)
    ? null
    : refuse('pincodeNotServiced', 422, { pincode, poo: place?.name ?? '' }, 'address.pincode');
}

/** The missing parts before the case can be submitted. */
export function incomplete(record: SignupRecord, ctx: Pick<Ctx, 'directory' | 'today'>): Refusal | null {
  const parsed = completeSignup.safeParse(record);
  if (!parsed.success) {
    const first = fieldProblems(parsed.error)[0]!;
    return refuse(
      first.code,
      422,
      { ...first.details, label: `field.${first.field.replace(/\.\d+/, '')}` },
      first.field,
    );
  }
  const age = impossibleAges(record, ctx.today)[0];
  if (age) return refuse('ageInvalid', 422, {}, age);
  return consentMissing(record) ?? notServiced(record, ctx);
}

/** The reservation of the applicant's number among customers. */
export const phoneReads = (state: SignupState): Record<string, string> => {
  const key = phoneKey(state.record.applicant.phone ?? '');
  return key ? { phone: uniqueStream('customer-phone', key) } : {};
};

export function customerExists(ctx: Ctx): Refusal | null {
  const owner = (ctx.read.phone as { owner: string | null } | undefined)?.owner;
  return owner
    ? refuse(
        'signupCustomerExists',
        409,
        { ref: reference('CU', owner.slice(owner.indexOf('-') + 1)) },
        'applicant.phone',
      )
    : null;
}
