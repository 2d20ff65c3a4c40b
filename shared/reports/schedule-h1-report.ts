import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { h1Columns, h1Supplies } from './models/h1-supplies.ts';

const own = h1Columns;

/** The register of supplies of Schedule H1 drugs, kept for three years and open to inspection. */
export const scheduleH1Report = defineReport({
  name: 'scheduleh1Report',
  route: '/reports/normalReports/scheduleh1Report',
  model: h1Supplies,
  columns: [
    ...[own.serial, own.on, own.prescriber, own.prescriberAddress, own.prescriberRegNo, own.patient],
    ...[own.patientAddress, own.product, own.qty, own.maker, own.batch, own.expiry, own.invoiceNumber],
    ...[own.dcNumber, own.pharmacist, own.pharmacistRegNo, own.reversed, own.complete, own.iPooId],
    own.dcId,
  ],
  scope: { place: 'iPooId' },
  filters: [
    { kind: 'period', name: 'on', preset: 'thisMonth', mostDays: 1_096 },
    { kind: 'place', name: 'iPooId' },
    { kind: 'choice', name: 'reversed' },
    { kind: 'choice', name: 'complete' },
    { kind: 'find', columns: ['prescriber', 'product', 'batch', 'invoiceNumber', 'dcNumber'] },
  ],
  groups: ['product', 'prescriber', 'pharmacist', 'iPooId'],
  measures: [
    { name: 'supplies', kind: 'count' },
    { name: 'units', kind: 'sum', of: 'qty', where: { column: 'reversed', in: ['no'] } },
    { name: 'reversed', kind: 'count', where: { column: 'reversed', in: ['yes'] } },
    { name: 'complete', kind: 'share', where: { column: 'complete', in: ['yes'] } },
  ],
  chart: { kind: 'bar', by: 'product', of: 'qty' },
  drill: [
    {
      need: 'Inventory/dcverification:view',
      href: ({ dcId }) => `/purchaseanddispatch/dcverification?id=${String(dcId)}`,
    },
  ],
  sort: { column: 'on', way: 'desc' },
  translations: reportTexts({
    title: { en: 'Schedule H1 register', es: 'Registro de la lista H1' },
    'column.serial': { en: 'Serial no.', es: 'N.º de registro' },
    'column.on': { en: 'Supplied on', es: 'Dispensado el' },
    'column.invoiceNumber': { en: 'Invoice', es: 'Factura' },
    'column.dcNumber': { en: 'Challan', es: 'Albarán' },
    'column.dcId': { en: 'Challan id', es: 'Id. del albarán' },
    'column.prescriber': { en: 'Prescriber', es: 'Prescriptor' },
    'column.prescriberAddress': { en: 'Prescriber’s address', es: 'Dirección del prescriptor' },
    'column.prescriberRegNo': { en: 'Registration no.', es: 'N.º de colegiado' },
    'column.patient': { en: 'Patient', es: 'Paciente' },
    'column.patientAddress': { en: 'Patient’s address', es: 'Dirección del paciente' },
    'column.product': { en: 'Drug', es: 'Medicamento' },
    'column.qty': { en: 'Quantity', es: 'Cantidad' },
    'column.maker': { en: 'Manufacturer', es: 'Fabricante' },
    'column.batch': { en: 'Batch', es: 'Lote' },
    'column.expiry': { en: 'Expiry', es: 'Caducidad' },
    'column.pharmacist': { en: 'Pharmacist', es: 'Farmacéutico' },
    'column.pharmacistRegNo': {
      en: 'Pharmacist’s registration no.',
      es: 'N.º de colegiado del farmacéutico',
    },
    'column.reversed': { en: 'Reversed', es: 'Revertido' },
    'reversed.yes': { en: 'Yes', es: 'Sí' },
    'reversed.no': { en: 'No', es: 'No' },
    'column.complete': { en: 'Complete', es: 'Completo' },
    'complete.yes': { en: 'Yes', es: 'Sí' },
    'complete.no': { en: 'No', es: 'No' },
    'measure.supplies': { en: 'Supplies', es: 'Dispensaciones' },
    'means.supplies': {
      en: 'Rows of the register in the period, reversed ones included.',
      es: 'Filas del registro en el período, incluidas las revertidas.',
    },
    'measure.units': { en: 'Units', es: 'Unidades' },
    'means.units': { en: 'Units supplied and not reversed.', es: 'Unidades dispensadas y no revertidas.' },
    'measure.reversed': { en: 'Reversed', es: 'Revertidas' },
    'means.reversed': {
      en: 'Supplies whose challan was cancelled; their rows stay.',
      es: 'Dispensaciones cuyo albarán se anuló; sus filas permanecen.',
    },
    'measure.complete': { en: 'Complete', es: 'Completas' },
    'means.complete': {
      en: 'Share of the rows with prescriber, patient, batch and pharmacist.',
      es: 'Parte de las filas con prescriptor, paciente, lote y farmacéutico.',
    },
  }),
});
