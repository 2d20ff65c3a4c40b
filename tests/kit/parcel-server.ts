import { unscanned } from '#shared/streams/delivery/parcel/parcel-label.ts';
import type { DeliveryState } from '#shared/streams/delivery/parcel/state.ts';
import type { StatementState } from '#shared/streams/delivery/statement/state.ts';
import { saleDay, saleServer } from './sale-server.ts';

export const rider = 181;
export const otherRider = 182;
export const dispatcher = 183;
export const supervisor = 184;
const give = (names: string, empIds: readonly number[]): Readonly<Record<string, readonly number[]>> =>
  Object.fromEntries(names.split(' ').map((name) => [name.replace('|', ' '), empIds]));

export const goodCode = { code: { ok: true, left: 3, expired: false } };
export const badCode = (left: number) => ({ code: { ok: false, left, expired: false } });

/** A shop with riders 181 and 182 on duty; 183 dispatches and receives, 184 supervises; and others besides. */
export function parcelServer(
  others: {
    readonly people: readonly number[];
    readonly rights: Readonly<Record<string, readonly number[]>>;
  } = { people: [], rights: {} },
) {
  const server = saleServer(
    {
      ...others.rights,
      ...give('Out|Bound/assigning-LMD:create Delivery/deliveryStatement:create', [dispatcher]),
      ...give('Delivery/deleveryStatementList:view', [rider, otherRider, dispatcher, supervisor]),
      ...give('Delivery/deleveryStatementList:edit', [dispatcher, supervisor]),
      ...give('Delivery/deleveryStatementList:approve', [supervisor]),
      ...give('approvals/transportationReport:approve', [supervisor, dispatcher]),
      ...give('Inventory/markAsDeliverd:edit', [rider, supervisor]),
      ...give('Inventory/customerRto:create Inventory/customerRto:edit', [dispatcher]),
      ...give('Inventory/dunzoPickupOtpVerification:create', [dispatcher]),
      ...give('Inventory/dunzoPickupOtpVerification:approve', [supervisor]),
      ...give(
        'Inventory/customerDcReturn:create Inventory/customerDcReturn:edit Inventory/customerDcReturn:approve',
        [dispatcher],
      ),
      ...give('Inventory/returnApproval:approve Inventory/returnApproval:edit', [supervisor, dispatcher]),
      ...give('Out|Bound/returnPickup:create Out|Bound/returnPickup:edit', [dispatcher, rider]),
    },
    [rider, otherRider, dispatcher, supervisor, ...others.people],
  );
  for (const [n, empId] of [rider, otherRider].entries())
    server.write(
      `attendance-${empId}-${saleDay}`,
      'CheckedIn',
      {
        iEcicoId: 900 + n,
        iEmpId: empId,
        iPooId: 1,
        iDesignationId: 115,
        name: `Person ${empId}`,
        managerId: null,
      },
      server.now(),
      empId,
    );
  server.shelf({ batch: 'A', expiry: '2027-09-30', qty: 300 });
  server.shelf({ batch: 'M', expiry: '2027-09-30', qty: 60, productId: 10, mrpPaise: 45_00 });
  server.shelf({ batch: 'C', expiry: '2027-09-30', qty: 10, productId: 13 });
  const parcel = (id = '1'): DeliveryState => server.state(`delivery-${id}`);
  const run = (id = '1'): StatementState => server.state(`statement-${id}`);
  /** A parcel that a second person has checked and that waits for a carrier. */
  const ready = (lines: readonly object[] = [{ productId: 1, qty: 15 }], header: object = {}): string =>
    checked(server.invoiced(lines, header).dcId);
  /** Of a prepaid order of which so much was paid. */
  const paidParcel = (lines: readonly object[], paise: number, mode?: string): string => {
    const id = server.queued(lines, { payment: 'PREPAID' });
    if (paise > 0) server.pay(id, paise, mode);
    return checked(server.billed(id).dcId);
  };
  const checked = (dcId: string): string => {
    server.write(`dc-${dcId}`, 'DcVerified', {}, server.now(), 174);
    server.until(server.now() + 1_000);
    return dcId;
  };
  const d = (id: string) => `delivery-${id}`;
  /** The labels of all its parcels, as they are scanned. */
  const scanned = (id: string) => ({ labels: unscanned(parcel(id), []) });
  const assigned = (id: string): void =>
    void server.must(dispatcher, d(id), 'assign', { agentId: rider, coldBox: 'yes' });
  /** Parcels out with the rider on one run. */
  const out = (ids: readonly string[], statement = 'statement-1'): void => {
    for (const id of ids) assigned(id);
    server.must(dispatcher, 'statement-new', 'generate', {
      pooId: 1,
      agentId: rider,
      vehicle: 'KA 05 MX 4100',
      dcIds: ids,
    });
    for (const id of ids) server.must(dispatcher, d(id), 'handOver', scanned(id));
    server.must(rider, statement, 'depart', { odometerOut: 100 });
  };
  return { ...server, parcel, run, ready, paidParcel, checked, scanned, assigned, out };
}
