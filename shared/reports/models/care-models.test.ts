import { describe, expect, it } from 'vitest';
import { rowsAfter, type Given } from '#tests/kit/report-rows.ts';
import { labOrders } from './lab-orders.ts';
import { productsWithoutMolecule } from './master-records.ts';
import { tpdPrescriptions } from './tpd-prescriptions.ts';
import { vitalValues } from './vital-values.ts';

const by = { empId: 121, name: 'Suresh Babu' };
const at = (time: string): string => `2026-11-18T${time}:00.000Z`;

describe('a partner’s prescription', () => {
  const received: Given = [
    'TpdPrescriptionReceived',
    {
      ...{ ref: 'TP-000001', pooId: 1, partner: 'hospital-3', partnerName: 'City Hospital' },
      ...{ partnerRef: 'CH-1', patient: 'L Rao', phone: '5550001234', doctor: 'Dr. Rao' },
      ...{ prescribedOn: '2026-11-17', by },
    },
    at('04:00'),
  ];
  const matched: Given = [
    'TpdPrescriptionMatched',
    { patientId: 7, customerId: 3, name: 'Lakshmi Rao', phoneMatch: true, reason: null, by },
    at('05:00'),
  ];
  it('counts from its receipt to its decision, and is late after two hours', () => {
    const verified = { prescriptionId: 501, rx: 'RX-000501', pages: 2, by };
    expect(
      rowsAfter(tpdPrescriptions, 'tpdrx-1', [
        received,
        matched,
        ['TpdPrescriptionVerified', verified, at('06:01')],
      ]),
    ).toMatchObject([
      {
        stage: 'verified',
        patient: 'Lakshmi Rao',
        rx: 'RX-000501',
        pages: 2,
        decideMinutes: 121,
        inTime: 'no',
      },
    ]);
  });
  it('has no decision while it is open', () =>
    expect(rowsAfter(tpdPrescriptions, 'tpdrx-1', [received])).toMatchObject([
      { stage: 'received', patient: 'L Rao', rx: null, decideMinutes: null, inTime: null },
    ]));
});

describe('an order of tests', () => {
  it('keeps its first sample and remembers that one was rejected', () => {
    const order = {
      ...{ patientId: 7, pooId: 1, ref: 'LO-000001', labId: 1, labName: 'City Diagnostics' },
      ...{ tests: [{ testId: 5, name: 'Electrolytes', pricePaise: 350_00, fasting: false }] },
      ...{ doctorId: null, source: 'tpd', pricePaise: 350_00, by },
    };
    const step = { patientId: 7, by };
    expect(
      rowsAfter(labOrders, 'laborder-1', [
        ['LabOrdered', order, at('03:00')],
        ['LabSampleCollected', step, at('03:30')],
        ['LabSampleRejected', { ...step, reason: 'Clotted' }, at('04:00')],
        ['LabSampleCollected', step, at('05:00')],
        ['LabOrderReportReceived', { ...step, reportId: 1 }, at('07:30')],
      ]),
    ).toMatchObject([
      { stage: 'reportReceived', rejected: 'yes', collectMinutes: 30, reportMinutes: 240, price: 350_00 },
    ]);
  });
});

describe('a reading', () => {
  const value = (loinc: string, flag: string) => ({
    ...{ vitalId: 1, loinc, name: loinc, value: 152.5, unit: 'mm[Hg]', low: 90, high: 140, flag },
    original: { value: 152.5, unit: 'mm[Hg]' },
  });
  const recorded: Given = [
    'VitalRecorded',
    {
      ...{ patientId: 7, pooId: 1, values: [value('8480-6', 'HH'), value('8462-4', 'N')] },
      ...{ takenAt: '2026-11-18T03:59:00.000Z', source: 'visit', context: null, position: null },
      ...{ deviceId: null, by, replaces: null },
    },
    at('04:00'),
  ];
  it('has a row for each value, with its range at that time', () =>
    expect(rowsAfter(vitalValues, 'vital-9', [recorded])).toMatchObject([
      { id: '9:8480-6', flag: 'critical', reading: '152.5 mmHg', normal: '90–140', patientId: 7 },
      { id: '9:8462-4', flag: 'normal' },
    ]));
  it('has none once it was corrected', () =>
    expect(
      rowsAfter(vitalValues, 'vital-9', [
        recorded,
        ['VitalCorrected', { patientId: 7, replacedBy: 10, reason: 'Typed wrong', by }, at('05:00')],
      ]),
    ).toEqual([]));
});

describe('a product without a molecule', () => {
  const made = (fields: object): Given => [
    'MasterRecordCreated',
    { kind: 'product', id: 4, fields, iStatus: 1, stage: null },
    at('04:00'),
  ];
  const rows = (...told: readonly Given[]) => rowsAfter(productsWithoutMolecule, 'master-product-4', told);
  it('is one of a kind that has molecules', () => {
    expect(rows(made({ vName: 'ORS', vKind: 'OTC' }))).toMatchObject([{ productId: 4, product: 'ORS' }]);
    expect(rows(made({ vName: 'Bra', vKind: 'APPAREL' }))).toEqual([]);
  });
  it('is removed once its molecule is entered, or it is cancelled', () => {
    const entered = { fields: { composition: [{ iMoleculeId: 1, nStrength: 1, vUnit: 'mg' }] } };
    expect(rows(made({ vKind: 'OTC' }), ['MasterRecordUpdated', entered, at('05:00')])).toEqual([]);
    expect(rows(made({ vKind: 'OTC' }), ['MasterRecordCancelled', { reason: 'Twice' }, at('05:00')])).toEqual(
      [],
    );
  });
});
