import { businessDay, monthOf } from '../../core/day.ts';
import { streamKey, streamName } from '../../core/event.ts';
import type { ReportColumn, ReportModel } from '../../families/report.ts';
import { leadSources } from '../../streams/leads/lead/state.ts';
import { returnTimes } from './customer-purchases.ts';
import type { EventOf } from '../../core/stream.ts';
import type { customer } from '../../streams/customers/customer.ts';

interface Won {
  readonly name: string;
  readonly pooId: number | null;
  readonly campaignId: number | null;
  readonly leadId: number | null;
  readonly signupId: number | null;
  readonly since: string | null;
  readonly merged: boolean;
  readonly exitedOn: string | null;
  /** Days on which the customer returned after an exit, oldest first. */
  readonly back: readonly string[];
}
const nobody: Won = {
  name: '',
  pooId: null,
  campaignId: null,
  leadId: null,
  signupId: null,
  since: null,
  merged: false,
  exitedOn: null,
  back: [],
};
const kept = ['name', 'pooId', 'campaignId', 'leadId', 'signupId', 'since'] as const;

/** The kept fields in an event. */
const keptIn = (data: object): Partial<Won> => {
  const changed = data as Partial<Won>;
  return Object.fromEntries(
    kept.flatMap((name) => (changed[name] === undefined ? [] : [[name, changed[name]]])),
  );
};

/**
 * One row per customer won, and one for each return after an exit; a merged duplicate has none.
 */
export const customersWon = {
  name: 'customers_won',
  version: 1,
  streams: ['customer'],
  subject: ({ stream }) => (streamName(stream) === 'customer' ? streamKey(stream) : null),
  fold: (before, { type, data, at }) => {
    const now = before ?? nobody;
    const today = businessDay(Date.parse(at));
    switch (type) {
      case 'CustomerCreated':
        return { ...now, ...keptIn(data), since: data.since ?? today };
      case 'CustomerDetailsUpdated':
      case 'CustomerDoubleJoined':
        return { ...now, ...keptIn(data) };
      case 'CustomersMerged':
        return { ...now, merged: true };
      case 'CustomerExited':
        return { ...now, exitedOn: data.on };
      case 'CustomerReactivated':
        return { ...now, exitedOn: null, back: [...now.back, today] };
      default:
        return now;
    }
  },
  rows: (won, id) => {
    const { since, name, pooId, campaignId, leadId, signupId, back, exitedOn } = won;
    if (since === null || won.merged) return [];
    const row = (kind: 'new' | 'back', on: string, key: string) => ({
      id: `${id}:${key}`,
      kind,
      wonOn: on,
      month: monthOf(on),
      customerId: Number(id),
      customer: name,
      iPooId: pooId,
      campaignId,
      leadId,
      way: signupId !== null ? 'signup' : leadId !== null ? 'lead' : 'direct',
      exitedOn,
    });
    return [row('new', since, 'new'), ...back.map((on, n) => row('back', on, `back${n + 1}`))];
  },
} satisfies ReportModel<Won, EventOf<typeof customer>>;

const yesNo = ['yes', 'no'] as const;
export const wonColumns = {
  wonOn: { name: 'wonOn', kind: 'date', width: 110 },
  month: { name: 'month', kind: 'month', width: 95 },
  kind: { name: 'kind', kind: 'choice', width: 120, options: ['new', 'back'] },
  customer: { name: 'customer', kind: 'person', width: 170, unmask: 'Masters/customerMasterV2:view' },
  customerId: { name: 'customerId', kind: 'number', width: 100, hidden: true },
  iPooId: { name: 'iPooId', kind: 'place', width: 150 },
  way: { name: 'way', kind: 'choice', width: 120, options: ['signup', 'lead', 'direct'] },
  source: { name: 'source', kind: 'choice', width: 120, options: [...leadSources, 'none'], joined: true },
  campaign: { name: 'campaign', kind: 'text', width: 170, joined: true },
  campaignId: { name: 'campaignId', kind: 'number', width: 100, hidden: true },
  leadId: { name: 'leadId', kind: 'number', width: 100, hidden: true },
  bought: { name: 'bought', kind: 'choice', width: 100, options: yesNo, joined: true },
  firstOn: { name: 'firstOn', kind: 'date', width: 115, joined: true },
  firstValue: { name: 'firstValue', kind: 'money', width: 125, total: 'sum', joined: true },
  orderDays: { name: 'orderDays', kind: 'number', width: 100, total: 'sum', joined: true },
  again: {
    name: 'again',
    kind: 'choice',
    width: 130,
    options: returnTimes,
    tones: { never: 'muted' },
    joined: true,
  },
  net: { name: 'net', kind: 'money', width: 120, total: 'sum', joined: true },
  exitedOn: { name: 'exitedOn', kind: 'date', width: 110 },
} as const satisfies Readonly<Record<string, ReportColumn>>;
