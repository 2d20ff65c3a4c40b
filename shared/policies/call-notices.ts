import { isTeamLead } from '../core/designations.ts';
import { streamKey } from '../core/event.ts';
import type { Directory } from '../core/directory.ts';
import type { Reaction } from '../core/policy.ts';
import { definePolicy } from '../core/policy.ts';
import { call } from '../streams/calls/call/call.ts';
import { callLeadNeed } from '../streams/calls/call/acting.ts';
import type { DispositionCode } from '../streams/calls/call/dispositions.ts';
import { lead } from '../streams/leads/lead/lead.ts';

/** Team leads of the place. */
function leadsOf(pooId: number | null, directory: Directory): readonly number[] {
  const may = directory
    .holders(callLeadNeed)
    .filter((one) => one.active && !one.admin && (pooId === null || one.poos.includes(pooId)));
  const leads = may.filter(isTeamLead);
  return (leads.length > 0 ? leads : may).map(({ empId }) => empId);
}

interface Notice {
  readonly message: string;
  readonly values: Readonly<Record<string, string>>;
  readonly icon: string;
  readonly color: string;
  readonly route: string;
  readonly dedupeKey: string;
}
const push = (empIds: readonly number[], notice: Notice): readonly Reaction[] =>
  empIds.map((empId) => ({
    kind: 'command',
    stream: `notice-${empId}`,
    command: 'push',
    input: { ...notice },
  }));

/** Dispositions that team leads are notified of at once. */
const said: Readonly<Partial<Record<DispositionCode, string>>> = {
  COMPLAINT: 'callComplaint',
  DECEASED: 'callDeceased',
};

/** Notifies team leads of overdue wrap-ups, calls closed without a disposition, complaints and deaths, corrected ones too. */
export const callNotices = definePolicy({
  name: 'call-notices',
  on: [
    call.events.CallWrapUpOverdue,
    call.events.CallAutoDispositioned,
    call.events.CallDispositioned,
    call.events.CallDispositionCorrected,
  ],
  react: (event, { directory }) => {
    const { agent, ref, pooId } = event.data;
    const base = {
      values: { ref, name: agent.name },
      icon: 'alarm',
      route: '/outBound/outCall',
      dedupeKey: `${event.stream}:${event.type}`,
    };
    switch (event.type) {
      case 'CallWrapUpOverdue':
        return push(leadsOf(pooId, directory), { ...base, message: 'callWrapUpOverdue', color: 'amber' });
      case 'CallAutoDispositioned':
        return push(leadsOf(pooId, directory), { ...base, message: 'callNotDispositioned', color: 'red' });
      case 'CallDispositionCorrected': {
        const { code, from } = event.data;
        const leads = leadsOf(pooId, directory);
        return [from === 'DECEASED' ? 'callDeceasedCorrected' : undefined, said[code]].flatMap((message) =>
          message === undefined
            ? []
            : push(leads, {
                ...{ ...base, message, color: 'red' },
                dedupeKey: `${base.dedupeKey}:${event.version}:${message}`,
              }),
        );
      }
      default: {
        const message = said[event.data.code];
        return message === undefined
          ? []
          : push(leadsOf(pooId, directory), { ...base, message, color: 'red' });
      }
    }
  },
});

const beforeMs = 5 * 60_000;

/** Reminds the lead's owner five minutes before a promised callback, where it is still promised for that time. */
export const remindCallback = definePolicy({
  name: 'remind-callback',
  on: [lead.events.LeadCallbackScheduled, lead.events.LeadCallbackReminded],
  react: (event) => {
    const { stream } = event;
    const { at } = event.data;
    if (event.type === 'LeadCallbackScheduled')
      return [
        { kind: 'command', stream, command: 'remindCallback', input: { at }, at: Date.parse(at) - beforeMs },
      ];
    const { empId, ref, name } = event.data;
    return push([empId], {
      message: 'callbackSoon',
      values: { ref, name, at },
      icon: 'phone',
      color: 'blue',
      route: `/outBound/pharmaLeadRemainder?row=${streamKey(stream)}`,
      dedupeKey: `${stream}:${at}`,
    });
  },
});
