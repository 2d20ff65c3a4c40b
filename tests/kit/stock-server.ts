import { instantOf } from '#shared/core/day.ts';
import type { DirectoryEmployee } from '#shared/core/directory.ts';
import { isRefusal } from '#shared/core/refusal.ts';
import { allMasters, allStreams } from '#server/core/registers.ts';
import { masterStream } from '#shared/streams/masters/master.ts';
import { person, playServer, playPolicies, emitted } from './played.ts';
import { allPolicies } from '#server/core/registers.ts';

export const stockDay = '2026-11-18';
export const stockNow = instantOf(stockDay, '10:00');

const everyone = [1, 161, 201, 202, 203, 204, 5];
const rightsOf = (
  entities: string,
  rights: string,
  empIds: readonly number[],
): Readonly<Record<string, readonly number[]>> =>
  Object.fromEntries(
    entities
      .split(' ')
      .flatMap((entity) => rights.split(' ').map((right) => [`Inventory/${entity}:${right}`, empIds])),
  );

/** People of buying and stock: 161 store, 201 buyer, 202 quality, 203 stock head, 204 inward, 5 manager. */
const people: readonly DirectoryEmployee[] = everyone.map((empId) =>
  person(empId, `Person ${empId}`, {
    poos: empId === 161 ? [1] : [1, 5],
    designationId: empId === 201 ? 20 : empId === 5 ? 5 : 22,
    admin: empId === 1,
  }),
);

/**
 * Two places (1 a store, 5 its warehouse in the same state, 9 one in another state), two suppliers and four
 * products.
 */
export function stockServer(
  others: {
    readonly people: readonly number[];
    readonly poos: readonly number[];
    readonly rights: Readonly<Record<string, readonly number[]>>;
  } = { people: [], poos: [], rights: {} },
) {
  const server = playServer(
    [...[...allStreams().values()].filter(({ name }) => name !== 'master'), masterStream(allMasters())],
    [
      ...people,
      ...others.people.map((empId) =>
        person(empId, `Person ${empId}`, { poos: [...others.poos], designationId: 22 }),
      ),
    ],
    {
      ...others.rights,
      ...rightsOf('pooIndentRequest', 'create edit delete view', [161, 203]),
      ...rightsOf(
        'poList poListTemp PoRequestList manualPO unProcessedPo PoList minMaxList',
        'create edit delete view',
        [201],
      ),
      ...rightsOf('poList poApprovalList', 'approve', [201, 203, 5]),
      ...rightsOf('gatePass greGatePass gre gre1 resumeGre purchaseEntry', 'create edit delete view', [204]),
      ...rightsOf(
        'gatePass greConfirmationList gre-approval stockBarcodeEdit openStockEntry stockmovement egstockadjustmentlist rtvProcess debitNote',
        'approve',
        [203, 5],
      ),
      ...rightsOf('qcList', 'create', [202, 204]),
      ...rightsOf(
        'stockPutawayList stockmovement openStockEntry stockAdjustmentScanList egstockadjustmentlist stockBarcodeEdit creatertvmemo rtvProcess handoverrtvmemo debitNote',
        'create edit view',
        [161, 203],
      ),
      ...rightsOf('stockAdjustmentScanList', 'create view', [161, 203, 204]),
      ...rightsOf('creatertvmemo', 'create edit view', [161, 201, 203]),
      'approvals/gre-approval:approve': [203, 5],
      'approvals/stockBarcodeEditapproval:approve': [203, 5],
      'approvals/min-max-approval:approve': [203, 5],
    },
  );
  const master = (kind: string, id: number, fields: object, stage: string | null = 'active'): void =>
    void server.write(
      `master-${kind}-${id}`,
      'MasterRecordCreated',
      { kind, id, fields, iStatus: 1, stage },
      stockNow - 86_400_000,
      null,
    );
  for (const [id, vCode, vStateCode] of [
    [1, 'BLR01', '29'],
    [5, 'BLRWH', '29'],
    [9, 'MAAWH', '33'],
  ] as const)
    master(
      'placeOfOperation',
      id,
      { vCode, vName: vCode, vStateCode, vGstin: `${vStateCode}ZZZCD0001Z1Z` },
      null,
    );
  master('supplier', 1, {
    vName: 'Sri Balaji Agencies',
    vGstin: '29ZZZCS0101Z1Z2',
    vStateCode: '29',
    dLicenceExpiry: '2027-06-30',
    iNearExpiryFromDays: 90,
    iExpiredTillDays: 90,
  });
  master('supplier', 2, {
    vName: 'Charminar Medicals',
    vGstin: '36ZZZCS0101Z1Z7',
    vStateCode: '36',
    dLicenceExpiry: '2026-11-13',
  });
  master('supplier', 3, { vName: 'Coromandel Drug House', vGstin: '33ZZZCS0101Z1Z4', vStateCode: '33' });
  master('supplier', 4, { vName: 'On hold Traders', vGstin: '29ZZZCS0199Z1Z2', vStateCode: '29' }, 'held');
  const good = {
    vKind: 'PHARMA',
    vForm: 'TAB',
    vHsn: '3004',
    vGstClass: 'MED',
    vStorage: 'AMBIENT',
    iMinLifeAtGreDays: 180,
    bLooseSale: 1,
  };
  master('product', 1, {
    ...good,
    vCode: 'P000001',
    vName: 'Paracet-ZD 650',
    iPackSize: 15,
    nReferenceMrpPaise: 30_24,
  });
  master('product', 2, {
    ...good,
    vCode: 'P000002',
    vName: 'Cefix-ZD 200',
    iPackSize: 10,
    nReferenceMrpPaise: 109_50,
    gtins: [{ vGtin: '8901234567890' }],
  });
  master('product', 3, {
    ...good,
    vCode: 'P000003',
    vName: 'Insul-ZD Glargine',
    iPackSize: 1,
    nReferenceMrpPaise: 745_00,
    vStorage: 'COLD',
  });
  master(
    'product',
    4,
    { ...good, vCode: 'P000004', vName: 'Old-ZD', iPackSize: 10, nReferenceMrpPaise: 50_00 },
    'onHold',
  );
  for (const [id, vType, vStorage] of [
    [1, 'STORAGE', 'AMBIENT'],
    [2, 'STORAGE', 'COLD'],
    [3, 'DISPATCH', 'AMBIENT'],
    [4, 'STORAGE', 'AMBIENT'],
  ] as const)
    master(
      'tray',
      id,
      { vCode: `BLRWH-A1-0${id}`, vName: `Tray ${id}`, iPooId: 5, vType, vStorage, iCapacity: 40 },
      null,
    );
  const policies = playPolicies(server, allPolicies());
  let now = stockNow;
  const give = (
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
    master,
    give,
    /** Runs a command and returns the types of its events, or the code of its refusal. */
    try: (...call: Parameters<typeof give>) => emitted(give(...call)),
    /** Runs a command that must be accepted. */
    must: (...call: Parameters<typeof give>) => {
      const outcome = give(...call);
      if (isRefusal(outcome))
        throw new Error(`${call[1]} ${call[2]}: ${outcome.code} ${JSON.stringify(outcome)}`);
      return outcome;
    },
    until: (at: number): void => {
      now = at;
      policies.until(at);
    },
    now: () => now,
  };
}
