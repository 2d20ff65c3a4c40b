import { z } from 'zod';
import { oneOf, text } from '../../core/fields.ts';
import type { Fact } from '../../core/event.ts';
import { refuse } from '../../core/refusal.ts';
import { command } from '../../core/stream.ts';
import { consentKinds, type Consent, type ConsentKind } from './signup/fields.ts';

/** What a customer agreed to or does so no longer; `by` is who wrote it down, null for what came with the sign-up. */
export interface CustomerConsent extends Consent {
  readonly by?: { readonly empId: number | null; readonly name: string } | null;
}
export type CustomerConsents = Readonly<Partial<Record<ConsentKind, CustomerConsent>>>;
interface Consenting {
  readonly consents: CustomerConsents;
}

/** How somebody of us can be told; `outside` is what other systems tell. */
export const toldBy = ['paper', 'phone', 'app'] as const;

export const giveConsent = command<Consenting, { kind: ConsentKind; channel: (typeof toldBy)[number]; version: string }>({
  input: z.strictObject({ kind: oneOf(consentKinds), channel: oneOf(toldBy), version: text(20) }),
  need: 'Masters/customerMasterV2:edit',
  decide({ consents }, { kind, channel, version }) {
    const now = consents[kind];
    if (now?.given && now.channel === channel && now.version === version) return [];
    return [{ type: 'CustomerConsentChanged', data: { kind, given: true, channel, version } }];
  },
});

/** In force at once, whatever was agreed to before. */
export const withdrawConsent = command<Consenting, { kind: ConsentKind; channel: (typeof toldBy)[number] }>({
  input: z.strictObject({ kind: oneOf(consentKinds), channel: oneOf(toldBy) }),
  need: 'Masters/customerMasterV2:edit',
  decide({ consents }, { kind, channel }) {
    const now = consents[kind];
    if (!now?.given) return refuse('consentNotGiven', 409, { kind: `consent.${kind}` }, 'kind');
    return [{ type: 'CustomerConsentChanged', data: { kind, given: false, channel, version: now.version } }];
  },
});

/** When and by whom are those of the event itself. */
export function evolveConsents(consents: CustomerConsents, event: Fact): CustomerConsents {
  if (event.type !== 'CustomerConsentChanged') return consents;
  const { kind, given, channel, version } = event.data as Consent & { readonly kind: ConsentKind };
  return { ...consents, [kind]: { given, channel, version, at: event.at, by: { empId: event.actor.empId, name: event.actor.name } } };
}
