import { streamKey } from '../core/event.ts';
import { inPoos } from '../core/permission.ts';
import { defineFeed, defineView } from '../core/view.ts';
import { incentive } from '../streams/money/incentive/incentive.ts';
import { incentiveNeeds } from '../streams/money/incentive/needs.ts';
import type { IncentiveState } from '../streams/money/incentive/state.ts';

export const incentiveAccountsView = defineView<IncentiveState>({
  name: 'incentiveAccounts',
  version: 1,
  streams: ['incentive'],
  ids: ({ stream }) => [streamKey(stream)],
  row: (row, event, id) => incentive.evolve(row ?? incentive.initial(id), event as never),
});

/** What is owed to each affiliate, and the adjustments that wait, for accounts. */
export const incentiveAccounts = defineFeed<
  IncentiveState,
  { readonly poos: readonly number[] | 'all' },
  IncentiveState
>({
  name: 'incentives/accounts',
  view: incentiveAccountsView,
  need: incentiveNeeds.view,
  scope: (viewer) => ({ poos: viewer.poos === 'all' ? 'all' : [...viewer.poos].sort((a, b) => a - b) }),
  see: (row, scope) => (inPoos(scope, row.iPooId) ? row : null),
  sources: [],
});
