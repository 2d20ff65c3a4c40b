import { instantOf } from '#shared/core/day.ts';
import { isRefusal } from '#shared/core/refusal.ts';
import { allMasters, allPolicies, allStreams } from '#server/core/registers.ts';
import { masterStream } from '#shared/streams/masters/master.ts';
import type { ReceiptPrepared } from '#shared/streams/money/day/dayend.ts';
import { noInvoice, type InvoiceHeader } from '#shared/streams/sales/invoice/state.ts';
import { person, playPolicies, playServer, emitted } from './played.ts';

export const moneyDay = '2026-11-18';
export const store = 161;
export const inCharge = 162;
/** Of the same role as the store's. */
export const colleague = 163;
export const accounts = 171;
export const rider = 301;
export const otherRider = 302;

const give = (names: string, empIds: readonly number[]): Readonly<Record<string, readonly number[]>> =>
  Object.fromEntries(names.split(' ').map((name) => [name, empIds]));

/**
 * Two shops (1 and 2, in one state) and their people: store, in-charge, accounts, two riders. The clock
 * starts at ten on a Wednesday.
 */
export function moneyServer() {
  const people = [
    person(store, 'Store', { roleId: 3 }),
    person(inCharge, 'In-charge', { roleId: 4 }),
    person(colleague, 'Colleague', { roleId: 3 }),
    person(accounts, 'Accounts', { roleId: 5, poos: [1, 2] }),
    person(rider, 'Rider', { roleId: 6 }),
    person(otherRider, 'Other rider', { roleId: 6 }),
  ];
  const server = playServer(
    [...[...allStreams().values()].filter(({ name }) => name !== 'master'), masterStream(allMasters())],
    people,
    {
      ...give('Inventory/dayendsubmission:view Inventory/dayendsubmission:create', [
        store,
        inCharge,
        colleague,
      ]),
      ...give(
        'approvals/storeCashDepositReconciliation:view approvals/storeCashDepositReconciliation:approve',
        [accounts, inCharge],
      ),
      ...give('approvals/transportationReport:view approvals/transportationReport:approve', [accounts]),
      ...give('Out Bound/assigning-LMD:view Out Bound/assigning-LMD:create Out Bound/assigning-LMD:edit', [
        store,
      ]),
      ...give('Delivery/deliveryStatement:view Delivery/deliveryStatement:create', [store]),
      ...give('Delivery/deleveryStatementList:view', [store, inCharge, rider, otherRider]),
      ...give('Delivery/deleveryStatementList:edit', [store, rider, otherRider]),
      ...give('Delivery/deleveryStatementList:approve', [inCharge]),
      ...give('Inventory/markAsDeliverd:view Inventory/markAsDeliverd:edit', [inCharge, rider]),
      ...give('Inventory/customerRto:view Inventory/customerRto:create Inventory/customerRto:edit', [store]),
      ...give(
        'Inventory/customerDcReturn:view Inventory/customerDcReturn:create Inventory/customerDcReturn:edit Inventory/customerDcReturn:approve',
        [store],
      ),
      ...give(
        'Inventory/returnApproval:view Inventory/returnApproval:approve Inventory/returnApproval:edit',
        [inCharge, store],
      ),
      ...give('Out Bound/returnPickup:view Out Bound/returnPickup:create Out Bound/returnPickup:edit', [
        store,
      ]),
      ...give(
        'Inventory/dunzoPickupOtpVerification:view Inventory/dunzoPickupOtpVerification:create Inventory/dunzoPickupOtpVerification:approve',
        [store, inCharge],
      ),
    },
  );
  const start = instantOf(moneyDay, '10:00');
  for (const [id, vCode] of [
    [1, 'BLR01'],
    [2, 'BLR02'],
  ] as const)
    server.write(
      `master-placeOfOperation-${id}`,
      'MasterRecordCreated',
      {
        kind: 'placeOfOperation',
        id,
        fields: { vCode, vName: vCode, vStateCode: '29' },
        iStatus: 1,
        stage: null,
      },
      start - 86_400_000,
      null,
    );
  const policies = playPolicies(server, allPolicies());
  let now = start;
  const act = (
    as: number | null,
    stream: string,
    command: string,
    input: object = {},
    prepared?: unknown,
  ) => {
    const outcome = server.command(as, stream, command, input, (now += 1_000), prepared);
    policies.until(now);
    return outcome;
  };
  return {
    ...server,
    give: act,
    try: (...call: Parameters<typeof act>) => emitted(act(...call)),
    must: (...call: Parameters<typeof act>) => {
      const outcome = act(...call);
      if (isRefusal(outcome))
        throw new Error(`${call[1]} ${call[2]}: ${outcome.code} ${JSON.stringify(outcome)}`);
      return outcome;
    },
    /** An invoice of the first shop over so many paise, on credit. */
    invoice: (id: string, payable: number, header: Partial<InvoiceHeader> = {}): ReceiptPrepared => {
      const customerId = header.customerId === undefined ? 7 : header.customerId;
      server.write(
        `invoice-${id}`,
        'TaxInvoiceIssued',
        {
          number: `BLR01/I26/${id.padStart(6, '0')}`,
          pooId: 1,
          place: { code: 'BLR01', stateCode: '29' },
          header: {
            ...noInvoice(id).header,
            ...{ customer: 'Asha R', payment: 'CREDIT', orderId: '12', issuedOn: moneyDay, ...header },
            ...{ customerId, payablePaise: payable },
          },
          lines: [],
        },
        now,
        null,
      );
      return { invoiceId: id, customerId, date: moneyDay };
    },
    /** The file that a person uploaded. */
    file: (id: string, by: number): string => {
      server.write(
        `file-${id}`,
        'FileUploaded',
        { name: `${id}.jpg`, mime: 'image/jpeg', sha256: 'x'.repeat(64), bytes: 1 },
        now,
        by,
      );
      return id;
    },
    until: (at: number): void => {
      now = at;
      policies.until(at);
    },
    now: () => now,
  };
}
