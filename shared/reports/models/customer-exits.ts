import { streamKey, streamName } from '../../core/event.ts';
import type { ReportColumn, ReportModel } from '../../families/report.ts';
import {
  evolveExit,
  exitKinds,
  noExit,
  offers,
  type CustomerExitState,
} from '../../streams/customers/exit/state.ts';
import { minutesBetween } from './spans.ts';
import type { EventOf } from '../../core/stream.ts';
import type { custexit } from '../../streams/customers/exit/custexit.ts';

export const exitStages = [
  ...['requested', 'pendingApproval', 'granted', 'exited'],
  ...['kept', 'rejected', 'withdrawn', 'failed', 'returned'],
] as const;

interface Exit {
  readonly exit: CustomerExitState;
  readonly decidedAt: string | null;
  readonly decidedBy: string | null;
}
const decided: ReadonlySet<EventOf<typeof custexit>['type']> = new Set([
  ...([
    'CustomerExitGranted',
    'CustomerExitRejected',
    'CustomerExitFailed',
    'CustomerExitWithdrawn',
  ] as const),
]);

/** One row per request of a customer to leave. */
export const customerExits = {
  name: 'customer_exits',
  version: 1,
  streams: ['custexit'],
  subject: ({ stream }) => (streamName(stream) === 'custexit' ? streamKey(stream) : null),
  fold: (before, event, id) => {
    const now = before ?? { exit: noExit(id), decidedAt: null, decidedBy: null };
    const exit = evolveExit(now.exit, event as Parameters<typeof evolveExit>[1]);
    return decided.has(event.type)
      ? { exit, decidedAt: event.at, decidedBy: event.actor.name }
      : { ...now, exit };
  },
  rows: ({ exit, decidedAt, decidedBy }, id) =>
    exit.face === null
      ? []
      : [
          {
            id,
            ref: exit.face.ref,
            askedAt: exit.requestedAt,
            customer: exit.face.customer,
            customerId: exit.face.customerId,
            kind: exit.face.kind,
            reason: exit.face.reasonName,
            stage: exit.stage,
            by: exit.requestedBy?.name ?? null,
            calledAt: exit.retention?.at ?? null,
            offer: exit.retention?.offer ?? null,
            decidedAt,
            decidedBy,
            exitedOn: exit.exitedOn,
            returnedAt: exit.returned?.at ?? null,
            topRank: exit.face.topRank ? 'yes' : 'no',
            iPooId: exit.face.pooId,
            decisionMinutes: minutesBetween(exit.requestedAt, decidedAt),
          },
        ],
} satisfies ReportModel<Exit, EventOf<typeof custexit>>;

export const exitColumns = {
  askedAt: { name: 'askedAt', kind: 'datetime', width: 140 },
  ref: { name: 'ref', kind: 'id', width: 120 },
  customerName: {
    name: 'customerName',
    kind: 'person',
    width: 170,
    unmask: 'Prescription/customerExit:view',
    joined: true,
  },
  customer: { name: 'customer', kind: 'id', width: 110 },
  customerId: { name: 'customerId', kind: 'id', width: 90, hidden: true },
  kind: { name: 'kind', kind: 'choice', width: 140, options: [...exitKinds, 'outside'] },
  reason: { name: 'reason', kind: 'text', width: 200 },
  stage: { name: 'stage', kind: 'choice', width: 150, options: exitStages },
  by: { name: 'by', kind: 'text', author: true, width: 150 },
  calledAt: { name: 'calledAt', kind: 'datetime', width: 140 },
  offer: { name: 'offer', kind: 'choice', width: 130, options: offers },
  decidedAt: { name: 'decidedAt', kind: 'datetime', width: 140 },
  decidedBy: { name: 'decidedBy', kind: 'text', author: true, width: 150 },
  exitedOn: { name: 'exitedOn', kind: 'date', width: 110 },
  returnedAt: { name: 'returnedAt', kind: 'datetime', width: 140 },
  topRank: { name: 'topRank', kind: 'choice', width: 110, options: ['yes', 'no'] },
  iPooId: { name: 'iPooId', kind: 'place', width: 140 },
  decisionMinutes: { name: 'decisionMinutes', kind: 'minutes', width: 130, total: 'average' },
} as const satisfies Readonly<Record<string, ReportColumn>>;
