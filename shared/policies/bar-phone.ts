import { definePolicy } from '../core/policy.ts';
import { phoneLineStream } from '../streams/calls/call/phone-line.ts';

/**
 * In: a lead marked do-not-call. Out: its number is barred for everybody; explicit new consent lifts the bar.
 */
export const barPhone = definePolicy({
  name: 'bar-phone',
  on: ['LeadMarkedDnc', 'LeadConsentRenewed'],
  react: ({ type, data }) => {
    // Older events do not name the number.
    const key: string | undefined = type === 'LeadMarkedDnc' ? data.phoneKey : data.face?.phoneKey;
    if (!key) return [];
    const stream = phoneLineStream(key);
    return type === 'LeadMarkedDnc'
      ? [{ kind: 'command', stream, command: 'bar', input: { reason: String(data.reason).slice(0, 500) } }]
      : [{ kind: 'command', stream, command: 'allow', input: { proof: String(data.proof).slice(0, 500) } }];
  },
});
