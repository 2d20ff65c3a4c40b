import { phoneIsDialable } from '../../../core/phone.ts';
import { refuse, type Refusal } from '../../../core/refusal.ts';
import { campaignRefused, type CampaignCalls } from './campaign.ts';
import type { CallClass, CallingDay } from './hours.ts';
import { ownHoursRefused, type OwnCallHours } from './own-hours.ts';
import type { PhoneLineState } from './phone-line.ts';
import { dialRefused } from './rules.ts';
import type { Callee } from './subjects.ts';

/** Loaded records that limit calls to somebody, beside their own. */
export interface CalleeRecords {
  readonly campaign?: CampaignCalls | undefined;
  readonly calledCustomer?: { readonly callHours?: OwnCallHours | null } | undefined;
}

/** The streams of these records, known once the callee is. */
export const calleeReads = (
  callee: Pick<Callee, 'campaign' | 'customer'> | null,
): Readonly<Record<keyof CalleeRecords, string>> | Readonly<Record<string, string>> => ({
  ...(callee?.campaign ? { campaign: callee.campaign } : {}),
  ...(callee?.customer ? { calledCustomer: callee.customer } : {}),
});

/** The hours in which this person wants to be called. */
export const ownHoursOf = (
  callee: Pick<Callee, 'hours'> | null,
  { calledCustomer }: Pick<CalleeRecords, 'calledCustomer'>,
): OwnCallHours | null => callee?.hours ?? calledCustomer?.callHours ?? null;

export interface CallAt {
  readonly callClass: CallClass;
  readonly line: PhoneLineState;
  readonly now: number;
  readonly day: CallingDay;
}

/**
 * Why this person may not be called now, by every rule of person, campaign, hour and number; null where nothing keeps
 * anybody from it. The same at claim and at dial, and as a screen says it beforehand.
 */
export function callRefused(
  callee: Callee | null,
  records: CalleeRecords,
  { callClass, line, now, day }: CallAt,
): Refusal | null {
  return (
    (callee && ofCallee(callee, records, { callClass, line, now, day })) ??
    dialRefused(callClass, line, now, day)
  );
}

function ofCallee(callee: Callee, records: CalleeRecords, { callClass, now, day }: CallAt): Refusal | null {
  return (
    (callClass === 'clinical' ? null : callee.refused) ??
    campaignRefused(records.campaign, callClass, now) ??
    ownHoursRefused(ownHoursOf(callee, records), callee.name, callClass, now, { day }) ??
    (phoneIsDialable(callee.phone) ? null : refuse('callNoNumber', 422, { ref: callee.ref }))
  );
}
