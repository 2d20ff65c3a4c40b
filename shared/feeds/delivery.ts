import { streamKey } from '../core/event.ts';
import { inPoos, type Need, type Permission, type Viewer } from '../core/permission.ts';
import { maskPhone } from '../core/phone.ts';
import { defineFeed, defineView } from '../core/view.ts';
import { evolveClaim, noClaim, type ClaimState } from '../streams/delivery/claim/state.ts';
import { evolveDelivery, noDelivery, type DeliveryState } from '../streams/delivery/parcel/state.ts';
import { evolveStatement, noStatement, type StatementState } from '../streams/delivery/statement/state.ts';

/** Screens of the shop that show all parcels of a place; riders see their own. */
const shop: readonly Permission[] = [
  'Out Bound/assigning-LMD:view',
  'Delivery/deliveryStatement:view',
  'Delivery/deleveryStatementList:edit',
  'Inventory/markAsDeliverd:view',
  'Inventory/dunzoPickupOtpVerification:view',
  'Inventory/customerRto:view',
];
const need: Need = [...shop, 'Delivery/deleveryStatementList:view'];

interface Seen {
  readonly [key: string]: unknown;
  readonly poos: readonly number[] | 'all';
  /** Null where the whole place is visible. */
  readonly rider: number | null;
}
/**
 * People who may make statements, assign or receive parcels see all parcels of a place; riders only their
 * own.
 */
function seen(viewer: Viewer): Seen {
  const whole =
    viewer.admin ||
    [
      'Out Bound/assigning-LMD:view',
      'Delivery/deliveryStatement:view',
      'Delivery/deleveryStatementList:approve',
      'Inventory/customerRto:edit',
    ].some((one) => viewer.rights.has(one));
  return {
    poos: viewer.poos === 'all' ? 'all' : [...viewer.poos].sort((a, b) => a - b),
    rider: whole ? null : viewer.empId,
  };
}

export const deliveriesView = defineView<DeliveryState>({
  name: 'deliveries',
  version: 1,
  streams: ['delivery'],
  recent: { most: 3_000, first: ({ version }) => version === 1 },
  ids: ({ stream }) => [streamKey(stream)],
  row: (row, event, id) => {
    const state = evolveDelivery(row ?? noDelivery(id), event as never);
    return state.stage === 'withdrawn' ? null : state;
  },
});
const carried: ReadonlySet<DeliveryState['stage']> = new Set([
  'assigned',
  'accepted',
  'handedOver',
  'out',
  'undelivered',
]);
/** Parcels between the shop and the customer; phone numbers in full only for the one who carries it, while it is carried. */
export const deliveryParcels = defineFeed<DeliveryState, Seen, DeliveryState>({
  name: 'delivery/parcels',
  view: deliveriesView,
  need,
  scope: seen,
  see: (row, scope) => {
    if (!inPoos(scope, row.pooId)) return null;
    if (scope.rider !== null && row.agent?.empId !== scope.rider) return null;
    return scope.rider !== null && carried.has(row.stage) ? row : { ...row, phone: maskPhone(row.phone) };
  },
  sources: ['customer'],
});

export const statementsView = defineView<StatementState>({
  name: 'statements',
  version: 1,
  streams: ['statement'],
  recent: { most: 1_000, first: ({ version }) => version === 1 },
  ids: ({ stream }) => [streamKey(stream)],
  row: (row, event, id) => evolveStatement(row ?? noStatement(id), event as never),
});
export const deliveryStatements = defineFeed<StatementState, Seen, StatementState>({
  name: 'delivery/statements',
  view: statementsView,
  need,
  scope: seen,
  see: (row, scope) =>
    inPoos(scope, row.pooId) && (scope.rider === null || row.agent.empId === scope.rider) ? row : null,
  sources: [],
});

/** Transport claims of runs, at most one per run. */
export const transportClaimsView = defineView<ClaimState>({
  name: 'transportClaims',
  version: 1,
  streams: ['tclaim'],
  recent: { most: 1_000, first: ({ version }) => version === 1 },
  ids: ({ stream }) => [streamKey(stream)],
  row: (row, event, id) => evolveClaim(row ?? noClaim(id), event as never),
});
/** Visible to those who settle or pay for runs, but not to riders. */
export const transportClaims = defineFeed<
  ClaimState,
  { readonly poos: readonly number[] | 'all' },
  ClaimState
>({
  name: 'delivery/claims',
  view: transportClaimsView,
  need: ['Delivery/deleveryStatementList:edit', 'approvals/transportationReport:approve'],
  scope: (viewer) => ({ poos: viewer.poos === 'all' ? 'all' : [...viewer.poos].sort((a, b) => a - b) }),
  see: (row, scope) => (row.claim !== null && inPoos(scope, row.claim.iPooId) ? row : null),
  sources: [],
});
