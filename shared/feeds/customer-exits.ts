import { streamKey } from '../core/event.ts';
import { inPoos } from '../core/permission.ts';
import type { Need } from '../core/permission.ts';
import type { Scope } from '../core/view.ts';
import { defineFeed, defineView } from '../core/view.ts';
import type { CustomerExitState, ExitFace, Owed, Retention } from '../streams/customers/exit/state.ts';
import { evolveExit, noExit } from '../streams/customers/exit/state.ts';

/** An exit as its screens show it. */
export interface ExitRow extends Omit<ExitFace, 'text'> {
  readonly id: string;
  readonly text: string;
  readonly stage: CustomerExitState['stage'];
  readonly iActive: 0 | 1;
  readonly requestedBy: string;
  readonly requestedAt: string | null;
  readonly owed: Owed;
  readonly retention: Retention | null;
  readonly approvalId: number | null;
  readonly exitedOn: string | null;
  readonly why: string | null;
  readonly codeSentAt: string | null;
  readonly codeVerifiedAt: string | null;
  readonly returned: CustomerExitState['returned'];
  readonly updatedAt: string;
  readonly version: number;
}
interface Kept {
  readonly state: CustomerExitState;
  readonly updatedAt: string;
}

const exitsView = defineView<Kept>({
  name: 'customer-exits',
  version: 1,
  streams: ['custexit'],
  recent: { most: 2_000, first: ({ version }) => version === 1 },
  ids: ({ stream }) => [streamKey(stream)],
  row: (row, event, id) => ({
    state: evolveExit(row?.state ?? noExit(id), event as Parameters<typeof evolveExit>[1]),
    updatedAt: event.at,
  }),
});

interface ExitScope extends Scope {
  readonly poos: readonly number[] | 'all';
}

function see({ state, updatedAt }: Kept, scope: ExitScope): ExitRow | null {
  const { face, requestedBy, requestId: _request, ...rest } = state;
  if (!face || !inPoos(scope, face.pooId)) return null;
  return { ...rest, ...face, requestedBy: requestedBy?.name ?? '', updatedAt };
}

const feed = (name: string, need: Need, shown: (state: CustomerExitState) => boolean) =>
  defineFeed<Kept, ExitScope, ExitRow>({
    name,
    view: exitsView,
    need,
    scope: (viewer) => ({ poos: viewer.poos === 'all' ? 'all' : [...viewer.poos].sort((a, b) => a - b) }),
    see: (row, scope) => (shown(row.state) ? see(row, scope) : null),
    sources: ['customer'],
  });

/** Every exit of one's places, pending or completed. */
export const customerExits = feed('list/customerExit', 'Prescription/customerExit:view', () => true);

/** Former customers who may return. */
export const exitedCustomers = feed(
  'list/reactive-customer',
  'Prescription/reactive-customer:view',
  ({ stage }) => stage === 'exited' || stage === 'returned',
);
