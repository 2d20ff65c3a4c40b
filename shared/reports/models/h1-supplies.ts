import { streamKey, streamName } from '../../core/event.ts';
import type { ReportColumn, ReportModel } from '../../families/report.ts';
import { evolveDc, noDc, type DcState } from '../../streams/sales/dc/state.ts';

/** One row per supply of a Schedule H1 drug, as it was entered with its invoice; a reversal marks the row, which stays. */
export const h1Supplies = {
  name: 'h1_supplies',
  version: 2,
  streams: ['dc'],
  subject: ({ stream }) => (streamName(stream) === 'dc' ? streamKey(stream) : null),
  fold: (before, event, id) => evolveDc(before ?? noDc(id), event as Parameters<typeof evolveDc>[1]),
  rows: (state, id) =>
    state.h1.map(({ lineId, reversed, ...row }) => ({
      ...row,
      serial: row.serial ?? '',
      id: `${id}:${lineId}`,
      dcId: id,
      iPooId: state.pooId,
      reversed: reversed ? 'yes' : 'no',
      complete: [row.prescriber, row.prescriberAddress, row.patient, row.batch, row.pharmacist].every(
        (text) => text !== '',
      )
        ? 'yes'
        : 'no',
    })),
} satisfies ReportModel<DcState>;

const person = 'Inventory/invoiceList:view';
export const h1Columns = {
  serial: { name: 'serial', kind: 'id', width: 150 },
  on: { name: 'on', kind: 'date', width: 110 },
  invoiceNumber: { name: 'invoiceNumber', kind: 'id', width: 150 },
  dcNumber: { name: 'dcNumber', kind: 'id', width: 150 },
  dcId: { name: 'dcId', kind: 'id', width: 90, hidden: true },
  prescriber: { name: 'prescriber', kind: 'text', width: 170 },
  prescriberAddress: { name: 'prescriberAddress', kind: 'text', width: 220 },
  prescriberRegNo: { name: 'prescriberRegNo', kind: 'id', width: 120 },
  patient: { name: 'patient', kind: 'person', width: 160, unmask: person },
  patientAddress: { name: 'patientAddress', kind: 'person', width: 220, unmask: person },
  product: { name: 'product', kind: 'text', width: 210 },
  qty: { name: 'qty', kind: 'number', width: 80, total: 'sum' },
  maker: { name: 'maker', kind: 'text', width: 170 },
  batch: { name: 'batch', kind: 'id', width: 110 },
  expiry: { name: 'expiry', kind: 'date', width: 110 },
  pharmacist: { name: 'pharmacist', kind: 'text', width: 150 },
  pharmacistRegNo: { name: 'pharmacistRegNo', kind: 'id', width: 120 },
  reversed: { name: 'reversed', kind: 'choice', width: 100, options: ['yes', 'no'] },
  complete: { name: 'complete', kind: 'choice', width: 100, options: ['yes', 'no'] },
  iPooId: { name: 'iPooId', kind: 'place', width: 150 },
} as const satisfies Readonly<Record<string, ReportColumn>>;
