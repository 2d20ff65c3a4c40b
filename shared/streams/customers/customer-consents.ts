import { z } from 'zod';
import { oneOf, text } from '../../core/fields.ts';
import type { Event, RecordedEventOf } from '../../core/event.ts';
import { refuse } from '../../core/refusal.ts';
import { command } from '../../core/stream.ts';
import { consentKinds, type Consent, type ConsentKind } from './signup/fields.ts';

/** A consent a customer gave or withdrew; `by` is who recorded it, null when it came with the sign-up. */
export interface CustomerConsent extends Consent {
  readonly by?: { readonly empId: number | null; readonly name: string } | null;
}
export type CustomerConsents = Readonly<Partial<Record<ConsentKind, CustomerConsent>>>;
export type ConsentEvent = Event<
  'CustomerConsentChanged',
  Pick<Consent, 'given' | 'channel' | 'version'> & { readonly kind: ConsentKind }
>;
interface Consenting {
  readonly consents: CustomerConsents;
}

/** How a consent reached us; `outside` is reserved for messages of other systems. */
export const reportedBy = ['paper', 'phone', 'app'] as const;

export const giveConsent = command<
  Consenting,
  { kind: ConsentKind; channel: (typeof reportedBy)[number]; version: string }
>({
  input: z.strictObject({ kind: oneOf(consentKinds), channel: oneOf(reportedBy), version: text(20) }),
  need: 'Masters/customerMasterV2:edit',
  decide({ consents }, { kind, channel, version }) {
    const now = consents[kind];
    if (now?.given && now.channel === channel && now.version === version) return [];
    return [{ type: 'CustomerConsentChanged', data: { kind, given: true, channel, version } }];
  },
});

/** Takes effect at once, also where nobody had ever asked: who says no is not asked whether they had said yes. */
export const withdrawConsent = command<
  Consenting,
  { kind: ConsentKind; channel: (typeof reportedBy)[number] }
>({
  input: z.strictObject({ kind: oneOf(consentKinds), channel: oneOf(reportedBy) }),
  need: 'Masters/customerMasterV2:edit',
  decide({ consents }, { kind, channel }) {
    const now = consents[kind];
    if (now && !now.given) return refuse('consentNotGiven', 409, { kind: `consent.${kind}` }, 'kind');
    const version = now?.version ?? '';
    return [{ type: 'CustomerConsentChanged', data: { kind, given: false, channel, version } }];
  },
});

/** Time and author are those of the event itself. */
export function evolveConsents(
  consents: CustomerConsents,
  event: RecordedEventOf<ConsentEvent>,
): CustomerConsents {
  const { kind, given, channel, version } = event.data;
  return {
    ...consents,
    [kind]: {
      given,
      channel,
      version,
      at: event.at,
      by: { empId: event.actor.empId, name: event.actor.name },
    },
  };
}
