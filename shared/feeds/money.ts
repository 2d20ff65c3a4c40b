import type { EventOf } from '../core/stream.ts';
import { streamKey } from '../core/event.ts';
import { inPoos, type Need, type Viewer } from '../core/permission.ts';
import { defineFeed, defineView } from '../core/view.ts';
import { bankstatement } from '../streams/money/deposit/bankstatement.ts';
import type { BankRow } from '../streams/money/deposit/bank-sheet.ts';
import { deposit, noDeposit, type DepositState } from '../streams/money/deposit/deposit.ts';
import { reconcileView } from '../streams/money/deposit/need.ts';
import { dayend } from '../streams/money/day/dayend.ts';
import { noDay, type DayState } from '../streams/money/day/state.ts';
import { till, type TillState } from '../streams/money/day/till.ts';

type Places = { readonly poos: readonly number[] | 'all' };
const places = (viewer: Viewer): Places => ({
  poos: viewer.poos === 'all' ? 'all' : [...viewer.poos].sort((a, b) => a - b),
});
const shops: Need = ['Inventory/dayendsubmission:view', reconcileView];

/** Days of the cash books; verified ones are kept for about a year of one shop. */
export const daysView = defineView<DayState, EventOf<typeof dayend>>({
  name: 'moneyDays',
  version: 1,
  streams: ['dayend'],
  recent: { most: 400, first: ({ version }) => version === 1 },
  ids: ({ stream }) => [streamKey(stream)],
  row: (row, event, id) => dayend.evolve(row ?? noDay(id), event),
});
export const moneyDays = defineFeed<DayState, Places, DayState>({
  name: 'money/days',
  view: daysView,
  need: shops,
  scope: places,
  see: (row, scope) => (inPoos(scope, row.pooId) ? row : null),
  sources: [],
});

export interface TillRow extends TillState {
  readonly id: string;
}
export const tillsView = defineView<TillRow, EventOf<typeof till>>({
  name: 'moneyTills',
  version: 2,
  streams: ['till'],
  ids: ({ stream }) => [streamKey(stream)],
  row: (row, event, id) => ({ ...till.evolve(row ?? till.initial(id), event), id }),
});
/** The cash in a place's drawer and its pending deposits. */
export const moneyTills = defineFeed<TillRow, Places, TillRow>({
  name: 'money/tills',
  view: tillsView,
  need: shops,
  scope: places,
  see: (row, scope) => (inPoos(scope, row.pooId) ? row : null),
  sources: [],
});

export const depositsView = defineView<DepositState, EventOf<typeof deposit>>({
  name: 'moneyDeposits',
  version: 1,
  streams: ['deposit'],
  recent: { most: 1_000, first: ({ version }) => version === 1 },
  ids: ({ stream }) => [streamKey(stream)],
  row: (row, event, id) => deposit.evolve(row ?? noDeposit(id), event),
});
export const moneyDeposits = defineFeed<DepositState, Places, DepositState>({
  name: 'money/deposits',
  view: depositsView,
  need: shops,
  scope: places,
  see: (row, scope) => (inPoos(scope, row.pooId) ? row : null),
  sources: [],
});

/** A bank credit, matched to its deposit or waiting for it. */
export interface CreditRow extends BankRow {
  readonly id: string;
  readonly statementId: string;
  readonly bank: string;
  readonly depositId: string | null;
}
export const creditsView = defineView<CreditRow, EventOf<typeof bankstatement>>({
  name: 'moneyCredits',
  version: 1,
  streams: ['bankstatement'],
  ids: ({ stream, type, data }) => {
    const statement = streamKey(stream);
    return type === 'BankStatementImported'
      ? data.rows.map(({ rowId }) => `${statement}-${rowId}`)
      : [`${statement}-${data.rowId}`];
  },
  row: (row, event, id) => {
    const statementId = streamKey(event.stream);
    if (!row) {
      const rowId = id.slice(statementId.length + 1);
      const state = bankstatement.evolve(bankstatement.initial(statementId), event);
      const found = state.rows.find((one) => one.rowId === rowId);
      return found ? { ...found, id, statementId, bank: state.bank } : null;
    }
    if (event.type === 'BankRowMatched') return { ...row, depositId: event.data.depositId };
    return event.type === 'BankRowReleased' ? { ...row, depositId: null } : row;
  },
});
export const moneyCredits = defineFeed<CreditRow, Record<string, never>, CreditRow>({
  name: 'money/credits',
  view: creditsView,
  need: reconcileView,
  scope: () => ({}),
  see: (row) => row,
  sources: [],
});
