import { cutText } from '#shared/core/cut.ts';
import { addDays } from '#shared/core/day.ts';
import { withCheckDigit } from '#shared/families/gstin.ts';
import type { DemoRows } from './masters-rows.ts';
import { demoStockMasters, warehouseTrays } from './masters-stock.ts';

const makers: readonly (readonly [name: string, city: string])[] = [
  ['Zenda Lifesciences', 'Baddi'],
  ['Kaveri Formulations', 'Hyderabad'],
  ['Sahyadri Remedies', 'Pune'],
  ['Nilgiri Biologics', 'Chennai'],
  ['Malwa Pharma', 'Indore'],
  ['Ganga Healthcare', 'Sikkim'],
  ['Tapti Generics', 'Ahmedabad'],
  ['Vindhya Devices', 'Noida'],
  ['Mayura Intimates', 'Tiruppur'],
  ['Hampi Knitwear', 'Bengaluru'],
];
const suppliers: readonly (readonly [name: string, city: string, state: string, pincode: string])[] = [
  ['Sri Balaji Agencies', 'Bengaluru', '29', '560002'],
  ['Deccan Medi Distributors', 'Hyderabad', '36', '500001'],
  ['Coromandel Drug House', 'Chennai', '33', '600001'],
  ['Unity Pharma Stockists', 'Bengaluru', '29', '560053'],
  ['Om Surgical Traders', 'Pune', '27', '411001'],
  ['Charminar Medicals', 'Hyderabad', '36', '500002'],
  ['Marina Pharma Links', 'Chennai', '33', '600004'],
  ['Peshwa Distributors', 'Pune', '27', '411030'],
  ['Textile Junction', 'Bengaluru', '29', '560009'],
  ['City Cold Chain Supplies', 'Bengaluru', '29', '560058'],
];
const molecules: readonly (readonly [name: string, atc: string, h1?: 1])[] = [
  ['Paracetamol', 'N02BE01'],
  ['Aceclofenac', 'M01AB16'],
  ['Metformin', 'A10BA02'],
  ['Glimepiride', 'A10BB12'],
  ['Sitagliptin', 'A10BH01'],
  ['Insulin glargine', 'A10AE04'],
  ['Telmisartan', 'C09CA07'],
  ['Amlodipine', 'C08CA01'],
  ['Atorvastatin', 'C10AA05'],
  ['Levothyroxine', 'H03AA01'],
  ['Pantoprazole', 'A02BC02'],
  ['Cefixime', 'J01DD08', 1],
  ['Levofloxacin', 'J01MA12', 1],
  ['Moxifloxacin', 'S01AE07', 1],
  ['Alprazolam', 'N05BA12', 1],
  ['Azithromycin', 'J01FA10'],
  ['Montelukast', 'R03DC03'],
  ['Salbutamol', 'R03AC02'],
  ['Alirocumab', 'C10AX14'],
  ['Clotrimazole', 'D01AC01'],
  ['Amoxicillin', 'J01CA04'],
  ['Benzylpenicillin', 'J01CE01'],
];
/** Name, form, pack, molecules with strength in mg, schedule, storage, MRP in paise. */
const medicines: readonly (readonly [
  string,
  string,
  number,
  readonly (readonly [number, number])[],
  string,
  string,
  number,
])[] = [
  ['Paracet-ZD 650', 'TAB', 15, [[1, 650]], 'none', 'AMBIENT', 30_24],
  [
    'Aceclo-ZD P',
    'TAB',
    10,
    [
      [2, 100],
      [1, 325],
    ],
    'H',
    'AMBIENT',
    62_50,
  ],
  ['Metfor-ZD SR 500', 'TAB', 20, [[3, 500]], 'H', 'AMBIENT', 42_60],
  [
    'Glime-ZD M1',
    'TAB',
    15,
    [
      [4, 1],
      [3, 500],
    ],
    'H',
    'AMBIENT',
    98_75,
  ],
  ['Sitag-ZD 100', 'TAB', 10, [[5, 100]], 'H', 'AMBIENT', 165_00],
  ['Insul-ZD Glargine pen 3 ml', 'INJ', 1, [[6, 100]], 'G', 'COLD', 745_00],
  ['Telmi-ZD 40', 'TAB', 15, [[7, 40]], 'H', 'AMBIENT', 108_00],
  [
    'Telmi-ZD AM',
    'TAB',
    15,
    [
      [7, 40],
      [8, 5],
    ],
    'H',
    'AMBIENT',
    132_50,
  ],
  ['Amlo-ZD 5', 'TAB', 15, [[8, 5]], 'H', 'AMBIENT', 38_25],
  ['Atorva-ZD 10', 'TAB', 15, [[9, 10]], 'H', 'AMBIENT', 88_20],
  ['Panto-ZD 40', 'TAB', 15, [[11, 40]], 'H', 'AMBIENT', 112_00],
  ['Cefix-ZD 200', 'TAB', 10, [[12, 200]], 'H1', 'AMBIENT', 109_50],
  ['Levoflox-ZD 500', 'TAB', 10, [[13, 500]], 'H1', 'AMBIENT', 102_00],
  ['Alpra-ZD 0.25', 'TAB', 15, [[15, 0.25]], 'H1', 'AMBIENT', 34_80],
  ['Azi-ZD 500', 'TAB', 3, [[16, 500]], 'H', 'AMBIENT', 74_40],
  ['Aliroc-ZD 75 mg PFS', 'INJ', 1, [[19, 75]], 'H', 'COLD', 8_950_00],
  ['Clotri-ZD cream 30 g', 'CRM', 1, [[20, 10]], 'none', 'AMBIENT', 84_00],
];
const code = (name: string): string =>
  cutText(
    name
      .toUpperCase()
      .replace(/[^A-Z0-9]+/g, '-')
      .replace(/^-|-$/g, ''),
    20,
  ).replace(/-$/, '');

/** Masters of goods: makers to products, reasons, trays, suppliers, transporters and vehicles. */
export function demoGoods(today: string): DemoRows[] {
  const products = [
    ...medicines.map(([vName, vForm, iPackSize, composition, schedule, vStorage, nReferenceMrpPaise], i) => ({
      vName,
      vKind: 'PHARMA',
      vForm,
      ...(vForm === 'CRM' ? { vSite: 'skin' } : {}),
      iPackSize,
      bLooseSale: iPackSize > 1 ? 1 : 0,
      iManufacturerId: (i % 7) + 1,
      iMarketerId: (i % 3) + 1,
      iCategoryId: 1,
      iSubCategoryId: 1,
      vHsn: '3004',
      vGstClass: vName.startsWith('Aliroc') ? 'NIL' : 'MED',
      nReferenceMrpPaise,
      schedules: [schedule],
      vStorage,
      composition: composition.map(([iMoleculeId, nStrength]) => ({ iMoleculeId, nStrength, vUnit: 'mg' })),
    })),
    {
      vName: 'Glucometer kit',
      vKind: 'DEVICE',
      vForm: 'DEVICE',
      iPackSize: 1,
      iManufacturerId: 8,
      iCategoryId: 2,
      vHsn: '9027',
      vGstClass: 'DEVICE',
      nReferenceMrpPaise: 1_150_00,
      vStorage: 'AMBIENT',
    },
    {
      vName: 'BP monitor',
      vKind: 'DEVICE',
      vForm: 'DEVICE',
      iPackSize: 1,
      iManufacturerId: 8,
      iCategoryId: 2,
      vHsn: '9018',
      vGstClass: 'DEVICE',
      nReferenceMrpPaise: 2_250_00,
      vStorage: 'AMBIENT',
    },
    ...['B', 'C', 'D'].flatMap((cup, c) =>
      [32, 34, 36].map((band, b) => ({
        vName: `Mayura Everyday bra Navy ${band}${cup}`,
        vKind: 'APPAREL',
        vForm: 'PIECE',
        iPackSize: 1,
        iManufacturerId: 9,
        iCategoryId: 3,
        vHsn: '6212',
        vGstClass: 'APPAREL',
        nReferenceMrpPaise: 699_00,
        vStorage: 'AMBIENT',
        vStyle: 'Everyday',
        iColourId: 1,
        iSizeId: b + 1,
        iCupId: c + 2,
      })),
    ),
    // Offered by suppliers, but nobody has entered their composition.
    ...(
      [
        ['Rehydra-ZD ORS orange 21 g', 'OTC', 'SACHET', '3004', 'MED', 22_40],
        ['Multivita-ZD gold', 'NUTRACEUTICAL', 'CAP', '2106', 'FOOD', 245_00],
      ] as const
    ).map(([vName, vKind, vForm, vHsn, vGstClass, nReferenceMrpPaise], i) => ({
      ...{ vName, vKind, vForm, vHsn, vGstClass, nReferenceMrpPaise },
      iPackSize: vKind === 'OTC' ? 1 : 15,
      iManufacturerId: 3 + i,
      iCategoryId: 1,
      schedules: ['none'],
      vStorage: 'AMBIENT',
    })),
  ];
  return [
    {
      kind: 'manufacturer',
      rows: makers.map(([vName, vCity], i) => ({
        vCode: code(vName.split(' ')[0]!),
        vName,
        vCity,
        vLicenceNo: `MFG/10${i}`,
        dLicenceExpiry: addDays(today, 200 + i * 60),
      })),
    },
    {
      kind: 'marketer',
      rows: makers.slice(0, 3).map(([vName], i) => ({
        vCode: `M-${code(vName.split(' ')[0]!)}`,
        vName: `${vName} Marketing`,
        manufacturerIds: [i + 1],
      })),
    },
    {
      kind: 'brand',
      rows: ['Paracet-ZD', 'Metfor-ZD', 'Telmi-ZD', 'Everyday'].map((vName, i) => ({
        vCode: code(vName),
        vName,
        iMarketerId: (i % 3) + 1,
      })),
    },
    {
      kind: 'division',
      rows: [
        { vCode: 'CARDIO', vName: 'Cardio division', iManufacturerId: 1 },
        { vCode: 'DIABETES', vName: 'Diabetes division', iManufacturerId: 2 },
      ],
    },
    {
      kind: 'category',
      rows: [
        { vCode: 'MEDICINES', vName: 'Medicines', vGstClass: 'MED' },
        { vCode: 'DEVICES', vName: 'Devices', vGstClass: 'DEVICE' },
        { vCode: 'BRAS', vName: 'Bras', bApparel: 1, bNeedsCup: 1, bHygiene: 1, vGstClass: 'APPAREL' },
      ],
    },
    {
      kind: 'subCategory',
      rows: [
        { vCode: 'CHRONIC', vName: 'Chronic medicines', iCategoryId: 1 },
        { vCode: 'ACUTE', vName: 'Acute medicines', iCategoryId: 1 },
      ],
    },
    {
      kind: 'colour',
      rows: [
        { vCode: 'NAVY', vName: 'Navy blue', vHex: '#1F2A44' },
        { vCode: 'ROSE', vName: 'Rose', vHex: '#E8A0BF' },
        { vCode: 'BLACK', vName: 'Black', vHex: '#000000' },
      ],
    },
    {
      kind: 'size',
      rows: [32, 34, 36, 38].map((iBand) => ({
        vCode: `B-${iBand}`,
        vName: `Band ${iBand}`,
        vSystem: 'BAND',
        iBand,
        iSortOrder: iBand,
      })),
    },
    {
      kind: 'cup',
      rows: ['A', 'B', 'C', 'D'].map((vCup, i) => ({
        vCode: `CUP-${vCup}`,
        vName: `Cup ${vCup}`,
        vCup,
        iSortOrder: i + 1,
      })),
    },
    {
      kind: 'molecule',
      rows: molecules.map(([vName, vAtc, bH1]) => ({
        vCode: code(vName),
        vName,
        vInn: vName,
        vAtc,
        ...(bH1 ? { bH1, schedules: ['H1'] } : {}),
      })),
    },
    {
      kind: 'allergy',
      rows: [
        { vCode: 'AZITHRO', vName: 'Azithromycin', iAllergyTypeId: 1, iMoleculeId: 16 },
        { vCode: 'PEANUT', vName: 'Peanut', iAllergyTypeId: 2 },
        { vCode: 'DUST', vName: 'Dust', iAllergyTypeId: 3 },
        { vCode: 'PENICILLIN', vName: 'Penicillin', iAllergyTypeId: 1, iMoleculeId: 22 },
      ],
    },
    {
      kind: 'adr',
      rows: [
        { vCode: 'RASH', vName: 'Skin rash', vSeverity: 'mild' },
        { vCode: 'NAUSEA', vName: 'Nausea', vSeverity: 'mild' },
        { vCode: 'HYPOGLYC', vName: 'Hypoglycaemia', vSeverity: 'severe' },
        { vCode: 'ANAPHYLAXIS', vName: 'Anaphylaxis', vSeverity: 'lifeThreatening' },
      ],
    },
    {
      kind: 'adrMolecule',
      rows: [
        { iMoleculeId: 3, iAdrId: 2, vFrequency: 'veryCommon' },
        { iMoleculeId: 4, iAdrId: 3, vFrequency: 'common' },
        { iMoleculeId: 16, iAdrId: 1, vFrequency: 'uncommon' },
      ],
    },
    {
      kind: 'partnerMolecule',
      rows: [
        { vPartner: 'TPD', vPartnerName: 'ACETAMINOPHEN', iMoleculeId: 1 },
        { vPartner: 'TPD', vPartnerName: 'METFORMIN HCL', iMoleculeId: 3 },
        { vPartner: 'TPD', vPartnerName: 'PREGABALIN 75' },
      ],
    },
    {
      kind: 'pil',
      rows: [
        {
          iMoleculeId: 3,
          vLanguage: 'en',
          iVersion: 1,
          dFrom: today,
          vText:
            'Take this medicine with food, at the same time every day. Ask your doctor before you take any other medicine.',
        },
        {
          iMoleculeId: 1,
          vLanguage: 'en',
          iVersion: 1,
          dFrom: today,
          vText:
            'Leave at least four hours between two doses. Do not take more than four doses a day. Tell us if the fever stays for three days.',
        },
        {
          iMoleculeId: 3,
          vLanguage: 'en',
          iVersion: 2,
          dFrom: addDays(today, 20),
          vText:
            'Take this medicine with food, at the same time every day. If you feel weak or cold, take something sweet and call us.',
        },
      ],
      move: [
        [1, 'publish'],
        [2, 'publish'],
      ],
    },
    {
      kind: 'product',
      rows: products,
      move: products.map((_, i) => [i + 1, 'activate'] as const).filter(([n]) => n !== 4),
    },
    {
      kind: 'stockAdjustReason',
      rows: [
        { vCode: 'BROKEN', vName: 'Broken in store', vDirection: 'DOWN', bNeedsPhoto: 1, bItcReversal: 1 },
        { vCode: 'FOUND', vName: 'Found at count', vDirection: 'UP' },
        {
          vCode: 'STOLEN',
          vName: 'Stolen',
          vDirection: 'DOWN',
          bNeedsPhoto: 1,
          bItcReversal: 1,
          nApprovalAbovePaise: 1_00,
        },
      ],
    },
    {
      kind: 'supplier',
      rows: suppliers.map(([vName, vCity, vStateCode, vPincode], i) => ({
        vName,
        vCity,
        vStateCode,
        vPincode,
        vPan: `ZZZCS01${String(i + 10)}Z`,
        vGstin: withCheckDigit(`${vStateCode}ZZZCS01${String(i + 10)}Z1Z`),
        vPhone: `900000020${i}`,
        iTermsDays: 30,
        vAccountHolder: vName,
        vBankAccount: `30010000200${i}`,
        vIfsc: 'ZZZZ0000001',
        dLicenceExpiry: addDays(today, i === 3 ? 40 : 300),
      })),
      move: [[5, 'hold']],
    },
    {
      kind: 'transporter',
      rows: [
        ['OWN-FLEET', 'Own riders', 'OWN'],
        ['CITYRUN', 'City Run Couriers', 'HYPERLOCAL'],
        ['SOUTHLINE', 'South Line Transport', 'TRANSPORT'],
        ['SPEEDPOST', 'Speed Parcel', 'COURIER'],
      ].map(([vCode, vName, vMode], i) => ({
        vCode,
        vName,
        vMode,
        vPhone: `900000030${i}`,
        nPerDropPaise: 45_00,
        bPickupOtp: vMode === 'HYPERLOCAL' ? 1 : 0,
      })),
    },
    {
      kind: 'vehicle',
      rows: [
        ['BIKE-1', 'Rider bike 1', 'KA05MN1234', '2W'],
        ['BIKE-2', 'Rider bike 2', 'KA05MN1235', '2W'],
        ['VAN-1', 'Cold van 1', 'KA01AB1234', 'COLD'],
        ['TRUCK-1', 'Warehouse truck', 'TS09CD5678', '4W'],
      ].map(([vCode, vName, vNumber, vType], i) => ({
        vCode,
        vName,
        vNumber,
        vType,
        iTransporterId: i < 2 ? 1 : 3,
        vOwner: i < 2 ? 'Own riders' : 'South Line Transport',
        iPooId: [1, 2, 5, 6][i],
        dInsuranceTo: addDays(today, 20 + i * 90),
      })),
    },
    {
      kind: 'tray',
      rows: [1, 2, 3, 4]
        .flatMap((iPooId) => [
          {
            vCode: `BLR0${iPooId}-A1-01-01`,
            vName: `Rack A1-01-01 of store ${iPooId}`,
            iPooId,
            vType: 'STORAGE',
            vStorage: 'AMBIENT',
            iCapacity: 200,
          },
          {
            vCode: `BLR0${iPooId}-D-01`,
            vName: `Dispatch 1 of store ${iPooId}`,
            iPooId,
            vType: 'DISPATCH',
            vStorage: 'AMBIENT',
            iCapacity: 40,
          },
        ])
        .concat(warehouseTrays),
    },
    ...demoStockMasters(today, medicines),
    {
      kind: 'territoryTray',
      rows: [
        { iTerritoryId: 1, iPooId: 1, iTrayId: 2 },
        { iTerritoryId: 2, iPooId: 3, iTrayId: 6 },
      ],
    },
  ];
}
