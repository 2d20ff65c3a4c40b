import { instantOf } from '#shared/core/day.ts';
import type { OrderState } from '#shared/streams/sales/order/state.ts';
import { stockServer } from './stock-server.ts';

export const saleDay = '2026-11-18';
const before = instantOf('2026-11-01', '09:00');

interface Lot {
  readonly batch: string;
  readonly expiry: string;
  readonly qty: number;
  readonly productId?: number;
  readonly mrpPaise?: number;
}

/**
 * Products besides those of the stock server: 10 Schedule H, 11 Schedule H1, 12 Schedule X, 13 cold, 14 like
 * 10 of another maker.
 */
const more = [
  [10, 'Metfor-ZD SR 500', ['H'], 20, 42_60, 'AMBIENT', 1],
  [11, 'Cefpo-ZD 200', ['H1'], 10, 178_00, 'AMBIENT', 2],
  [12, 'Keta-ZD', ['X'], 1, 90_00, 'AMBIENT', 3],
  [13, 'Insul-ZD 30/70', ['G'], 1, 158_40, 'COLD', 4],
  [14, 'Metfor-KV SR 500', ['H'], 20, 40_00, 'AMBIENT', 1],
] as const;

/**
 * The shop BLR01 (place 1): 171 takes orders, 172 confirms and cancels, 161 picks, 173 packs, checks and
 * bills as its pharmacist, 174 approves.
 */
export function saleServer(
  beside: Readonly<Record<string, readonly number[]>> = {},
  others: readonly number[] = [],
) {
  const entities: readonly (readonly [readonly number[], string])[] = [
    [[171], 'Inventory/orderFormList:create Inventory/orderFormList:edit Inventory/orderCancellation:create'],
    [
      [172],
      'Inventory/orderFormConfirmationList:approve Inventory/orderFormConfirmationList:edit Inventory/orderCancellation:approve Inventory/socancel:edit Out|Bound/create-pl-queue:create Out|Bound/create-pl-queue:edit',
    ],
    [
      [161, 173],
      'Inventory/pickList:create Inventory/pickList:edit Inventory/pickList:view Inventory/pickList:delete',
    ],
    [
      [173],
      'Inventory/generateDc:create Inventory/generateDc:edit Inventory/dcToBeCancelled:create Inventory/cancellationAcknowledgement:create',
    ],
    [[161, 173, 174], 'Inventory/dcverification:create'],
    [[174], 'Inventory/dcCancellation:approve Inventory/pickList:approve'],
    [[173], 'Inventory/dayendsubmission:create'],
  ];
  const rights: Record<string, number[]> = {};
  for (const [who, names] of entities)
    for (const name of names.split(' ')) {
      const right = name.replace('|', ' ');
      rights[right] = [...(rights[right] ?? []), ...who];
    }
  const server = stockServer({
    people: [171, 172, 173, 174, ...others],
    poos: [1],
    rights: { ...rights, ...beside },
  });
  server.write(
    'master-placeOfOperation-1',
    'MasterRecordUpdated',
    {
      fields: {
        vCity: 'Bengaluru',
        vAddress: '11th Main, Jayanagar',
        vPincode: '560041',
        vDrugLicenceNo: 'KA-B2-20B-1041',
        pharmacists: [{ iEmpId: 173, vRegNo: 'KPC 40112' }],
      },
    },
    before,
    null,
  );
  for (const [id, vName, schedules, iPackSize, nReferenceMrpPaise, vStorage, iMoleculeId] of more)
    server.master('product', id, {
      vKind: 'PHARMA',
      vForm: 'TAB',
      vHsn: '3004',
      vGstClass: 'MED',
      bLooseSale: iPackSize > 1 ? 1 : 0,
      iManufacturerId: 1,
      vCode: `P${String(id).padStart(6, '0')}`,
      composition: [{ iMoleculeId, nStrength: 500, vUnit: 'mg' }],
      ...{ vName, schedules, iPackSize, nReferenceMrpPaise, vStorage },
    });
  server.master('manufacturer', 1, { vName: 'Zenda Lifesciences' }, null);
  for (const [id, vPincode] of [
    [1, '560041'],
    [2, '635109'],
  ] as const) {
    server.master('pincodeService', id, { vPincode, iPooId: 1, delivery: 1 }, null);
    server.write(
      `unique-master-pincodeService-pincodeService-${vPincode}|delivery`,
      'KeyReserved',
      { owner: `master-pincodeService-${id}` },
      before,
      null,
    );
  }
  server.write(
    'customer-1',
    'CustomerCreated',
    {
      name: 'Anitha Rao',
      pooId: 1,
      language: 'kn',
      phones: [{ phone: '9876500001', verifiedAt: null, primary: true }],
      addresses: [
        {
          no: 1,
          line: '12, 4th Block, Jayanagar',
          pincode: '560041',
          default: true,
          areaId: null,
          lat: null,
          lng: null,
        },
        {
          no: 2,
          line: '7, Bagalur Road, Hosur',
          pincode: '635109',
          default: false,
          areaId: null,
          lat: null,
          lng: null,
        },
        {
          no: 3,
          line: '3, FC Road, Pune',
          pincode: '411004',
          default: false,
          areaId: null,
          lat: null,
          lng: null,
        },
      ],
    },
    before,
    null,
  );
  server.write(
    'patient-1',
    'PatientRegistered',
    { name: 'Suresh Rao', customerId: 1, pooId: 1, relation: 'spouse', dob: '1961-02-03', gender: 'male' },
    before,
    null,
  );
  let lots = 0;
  /** Goods on the shelf of the shop. */
  const shelf = (lot: Lot): number => {
    lots += 1;
    const productId = lot.productId ?? 1;
    const product = server.state(`master-product-${productId}`).fields;
    server.must(null, 'barcode-new', 'generate', {
      productId,
      code: product.vCode,
      product: product.vName,
      packSize: product.iPackSize,
      storage: product.vStorage,
      gstClass: 'MED',
      hsn: '3004',
      mfg: null,
      mrpPaise: lot.mrpPaise ?? product.nReferenceMrpPaise,
      costPaise: 2_000,
      costUnits: product.iPackSize,
      gstBp: 500,
      supplierId: null,
      supplier: '',
      origin: { type: 'opening', id: '1', number: 'BLR01/M26/000001', line: `l${lots}` },
      invoiceNo: null,
      invoiceDate: null,
      receivedQty: lot.qty,
      pooId: 1,
      accepted: lot.qty,
      rejected: 0,
      batch: lot.batch,
      expiry: lot.expiry,
    });
    return lots;
  };
  /** The result of the stock lookup: everything is on the shelf. */
  const goods = () => ({
    pooId: 1,
    goods: Array.from({ length: lots }, (_, i) => ({ barcodeId: i + 1, trayId: 0, tray: '' })),
  });
  const orders = (id = '1'): OrderState => server.state(`order-${id}`);
  let n = 0;
  const form = (lines: readonly object[], header: object = {}): string => {
    n += 1;
    server.must(171, 'order-new', 'draft', {
      pooId: 1,
      header: { customerId: 1, ...header },
      lines: lines.map((line, i) => ({ id: `l${i + 1}`, ...line })),
    });
    return String(n);
  };
  const queued = (lines: readonly object[], header: object = {}): string => {
    const id = form(lines, header);
    server.must(171, `order-${id}`, 'submit');
    server.must(172, `order-${id}`, 'confirm');
    return id;
  };
  const picked = (id: string, pickId: string): void => {
    const { lines } = server.state(`pick-${pickId}`) as {
      lines: { label: string; qty: number; id: string }[];
    };
    for (const { label, qty, id: line } of lines)
      server.must(161, `pick-${pickId}`, 'scan', {
        code: label,
        qty,
        lineId: line,
        scanId: `s${id}-${line}`,
      });
    server.must(161, `pick-${pickId}`, 'finish');
  };
  /** An order of before payments were recorded: confirmed, and nothing says that only they count. */
  const queuedBefore = (lines: readonly object[], header: object = {}): string => {
    const id = form(lines, header);
    server.write(`order-${id}`, 'OrderFormSubmitted', {}, server.now(), 171);
    server.must(172, `order-${id}`, 'confirm');
    return id;
  };
  const pay = (id: string, paise: number, mode = 'upi'): void =>
    void server.must(173, `order-${id}`, 'recordPayment', {
      ...{ mode, paise },
      ...(mode === 'cash' ? {} : { ref: 'UTR 4471' }),
    });
  /** Takes a confirmed order as far as its challan and invoice and returns their ids. */
  const billed = (id: string) => {
    server.must(172, `order-${id}`, 'createPickList', {}, goods());
    const pickId = server.state(`order-${id}`).picks[0].id as string;
    picked(id, pickId);
    server.must(161, `pick-${pickId}`, 'pack', { parcels: 1, coldBox: true });
    server.must(173, `pick-${pickId}`, 'makeDc');
    const { id: dcId, invoiceId } = server.state(`order-${id}`).dcs.at(-1) as {
      id: string;
      invoiceId: string;
    };
    return { orderId: id, pickId, dcId, invoiceId };
  };
  const invoiced = (lines: readonly object[], header: object = {}) => billed(queued(lines, header));
  /** Prescription 7 of the customer's patient: 20 of a product. */
  const prescribed = (productId = 11): void => {
    const line = {
      no: 1,
      productId,
      qty: 20,
      days: 10,
      decision: 'supply',
      holdReason: null,
      drug: { productId, name: '', form: 'TAB', schedules: ['H1'], molecules: [], sold: true },
    };
    const at = server.now();
    server.write(
      'prescription-7',
      'PrescriptionReceived',
      { ref: 'RX-7', pooId: 1, customerId: 1, patientId: 1, patientName: 'Suresh Rao', files: [] },
      at,
      null,
    );
    server.write(
      'prescription-7',
      'PrescriptionDigitized',
      {
        header: {
          prescriber: { doctorId: 1, name: 'Dr. Nair', regNo: 'KMC 4001', address: 'Malleshwaram' },
          repeats: 0,
        },
        lines: [line],
        flags: [],
        by: { empId: 141, name: 'Reader' },
      },
      at,
      null,
    );
    server.write('prescription-7', 'PrescriptionApproved', { patientId: 1, lines: [line] }, at, null);
  };
  return {
    ...server,
    prescribed,
    shelf,
    goods,
    order: orders,
    form,
    queued,
    queuedBefore,
    pay,
    picked,
    billed,
    invoiced,
  };
}
