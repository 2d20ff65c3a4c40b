import { streamKey, streamName } from '../../core/event.ts';
import { reference } from '../../core/reference.ts';
import type { ReportModel } from '../../families/report.ts';

/** The customer's fields that the report needs; contacts and documents are not copied. */
interface Served {
  readonly stage: 'none' | 'active' | 'exited' | 'merged';
  readonly name: string;
  readonly pooId: number | null;
  readonly agentId: number | null;
  readonly rankId: number | null;
  readonly since: string | null;
}
const nobody: Served = { stage: 'none', name: '', pooId: null, agentId: null, rankId: null, since: null };
const kept = ['name', 'pooId', 'agentId', 'rankId', 'since'] as const;
const told: ReadonlySet<string> = new Set([
  ...['CustomerCreated', 'CustomerDetailsUpdated', 'CustomerDoubleJoined'],
  ...['CustomerAgentAssigned', 'CustomerRankChanged'],
]);
const stages: Readonly<Record<string, Served['stage']>> = {
  CustomerCreated: 'active',
  CustomerReactivated: 'active',
  CustomerExited: 'exited',
  CustomersMerged: 'merged',
};

/** One row per customer whom an employee looks after. */
export const servedCustomers = {
  name: 'served_customers',
  version: 1,
  streams: ['customer'],
  subject: ({ stream }) => (streamName(stream) === 'customer' ? streamKey(stream) : null),
  fold: (before = nobody, { type, data }) => {
    const now = { ...before, stage: stages[type] ?? before.stage };
    if (!told.has(type)) return now;
    const changed = data as Partial<Served>;
    return {
      ...now,
      ...Object.fromEntries(kept.flatMap((key) => (key in changed ? [[key, changed[key]]] : []))),
    };
  },
  rows: ({ stage, agentId, name, pooId, rankId, since }, id) =>
    agentId === null || stage === 'none' || stage === 'merged'
      ? []
      : [
          {
            id,
            customerId: Number(id),
            ref: reference('CU', id),
            customer: name,
            active: stage === 'active' ? 'yes' : 'no',
            executiveId: agentId,
            rankId,
            since,
            iPooId: pooId,
          },
        ],
} satisfies ReportModel<Served>;
