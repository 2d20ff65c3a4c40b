import { streamKey } from '../core/event.ts';
import { inPoos, type Need } from '../core/permission.ts';
import { maskPhone } from '../core/phone.ts';
import { defineFeed, defineView } from '../core/view.ts';
import { reconcileView } from '../streams/money/deposit/need.ts';
import { paylinkNeeds } from '../streams/money/paylink/paylink.ts';
import { evolvePaylink, noPaylink, type PaylinkState } from '../streams/money/paylink/state.ts';

const need: Need = [reconcileView, ...paylinkNeeds];
interface Seen {
  readonly [key: string]: unknown;
  readonly poos: readonly number[] | 'all';
}

export const paylinksView = defineView<PaylinkState>({
  name: 'paylinks',
  version: 1,
  streams: ['paylink'],
  recent: { most: 2_000, first: ({ version }) => version === 1 },
  ids: ({ stream }) => [streamKey(stream)],
  row: (row, event, id) => evolvePaylink(row ?? noPaylink(id), event as never),
});
/** Payment links of the viewer's places, by parcel. */
export const paylinks = defineFeed<PaylinkState, Seen, PaylinkState>({
  name: 'money/paylinks',
  view: paylinksView,
  need,
  scope: ({ poos }) => ({ poos: poos === 'all' ? 'all' : [...poos].sort((a, b) => a - b) }),
  see: (row, scope) => (inPoos(scope, row.pooId) ? { ...row, phone: maskPhone(row.phone) } : null),
  sources: [],
});
