import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { debitTranslations } from '../streams/purchase/debitnote/translations.ts';
import {
  debitNotes,
  debitSourceTexts,
  purchaseColumns,
  purchaseTexts,
  stageTexts,
} from './models/purchases.ts';

const own = purchaseColumns;

export const debitNoteReports = defineReport({
  name: 'debitNoteReports',
  route: '/reports/inventoryReports/debitNoteReports',
  model: debitNotes,
  columns: [
    own.madeOn,
    own.ref,
    own.supplier,
    own.source,
    own.sourceNumber,
    own.debitStage,
    own.lines,
    own.claimed,
    own.credited,
    own.open,
    own.deadline,
    own.iPooId,
  ],
  scope: { place: 'iPooId' },
  filters: [
    { kind: 'period', name: 'madeOn', preset: 'last30', mostDays: 366 },
    { kind: 'place', name: 'iPooId' },
    { kind: 'choice', name: 'stage' },
    { kind: 'choice', name: 'source' },
    { kind: 'find', columns: ['ref', 'supplier', 'sourceNumber'] },
  ],
  groups: ['supplier', 'source', 'stage', 'iPooId'],
  groupedBy: 'supplier',
  measures: [
    { name: 'notes', kind: 'count' },
    { name: 'claimed', kind: 'sum', of: 'claimed' },
    { name: 'recovered', kind: 'ratio', of: 'credited', per: 'claimed' },
    { name: 'open', kind: 'sum', of: 'open' },
  ],
  chart: { kind: 'bar', by: 'supplier', of: 'open' },
  drill: [{ need: 'Inventory/debitNote:view', href: ({ id }) => `/purchaseanddispatch/debitNote?id=${id}` }],
  sort: { column: 'madeOn', way: 'desc' },
  translations: reportTexts({
    ...purchaseTexts,
    ...debitSourceTexts,
    ...stageTexts(debitTranslations),
    title: { en: 'Debit note report', es: 'Informe de notas de débito' },
    'measure.notes': { en: 'Debit notes', es: 'Notas de débito' },
    'measure.claimed': { en: 'Claimed', es: 'Reclamado' },
    'measure.recovered': { en: 'Recovered', es: 'Recuperado' },
    'measure.open': { en: 'Outstanding', es: 'Por cobrar' },
    'means.notes': { en: 'Debit notes made in the period.', es: 'Notas de débito hechas en el período.' },
    'means.claimed': { en: 'What they claim, with GST.', es: 'Lo que reclaman, con GST.' },
    'means.recovered': {
      en: 'Credit notes of suppliers, of all that was claimed.',
      es: 'Notas de crédito de proveedores, del total reclamado.',
    },
    'means.open': {
      en: 'Claimed less credited, of notes that are neither settled nor cancelled.',
      es: 'Reclamado menos abonado, de notas ni liquidadas ni anuladas.',
    },
  }),
});
