import { definePolicy } from '../core/policy.ts';
import { phoneLineStream } from '../streams/calls/call/phone-line.ts';
import { cutText } from '../core/cut.ts';
import { lead } from '../streams/leads/lead/lead.ts';

/**
 * In: a lead marked do-not-call. Out: its number is barred for everybody; explicit new consent lifts the bar.
 */
export const barPhone = definePolicy({
  name: 'bar-phone',
  on: [lead.events.LeadMarkedDnc, lead.events.LeadConsentRenewed],
  react: ({ type, data }) => {
    // Older events do not name the number.
    const key: string | undefined = type === 'LeadMarkedDnc' ? data.phoneKey : data.face?.phoneKey;
    if (!key) return [];
    const stream = phoneLineStream(key);
    return type === 'LeadMarkedDnc'
      ? [{ kind: 'command', stream, command: 'bar', input: { reason: cutText(String(data.reason), 500) } }]
      : [{ kind: 'command', stream, command: 'allow', input: { proof: cutText(String(data.proof), 500) } }];
  },
});
