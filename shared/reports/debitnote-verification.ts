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

/**
 * The verification and acceptance of debit notes; one is verified on the note itself, by somebody other than
 * its author.
 */
export const debitnoteVerification = defineReport({
  name: 'debitnoteVerification',
  route: '/reports/debitnoteVerification',
  model: debitNotes,
  only: { column: 'verdict', in: ['waiting', 'verified', 'cancelled'] },
  columns: [
    ...[own.madeOn, own.ref, own.supplier, own.source, own.sourceNumber, own.lines, own.claimed],
    ...[own.verdict, own.issuedAt, own.verifiedBy, own.verifiedAt, own.reply, own.credited, own.open],
    ...[own.deadline, own.debitStage, own.iPooId],
  ],
  scope: { place: 'iPooId' },
  filters: [
    { kind: 'period', name: 'madeOn', preset: 'last30', mostDays: 366 },
    { kind: 'place', name: 'iPooId' },
    { kind: 'choice', name: 'verdict' },
    { kind: 'choice', name: 'reply' },
    { kind: 'find', columns: ['ref', 'supplier', 'sourceNumber', 'verifiedBy'] },
  ],
  groups: ['verdict', 'supplier', 'source', 'reply', 'iPooId'],
  groupedBy: 'verdict',
  measures: [
    { name: 'notes', kind: 'count' },
    { name: 'waiting', kind: 'count', where: { column: 'verdict', in: ['waiting'] } },
    { name: 'verified', kind: 'sum', of: 'claimed', where: { column: 'verdict', in: ['verified'] } },
    { name: 'disputed', kind: 'sum', of: 'open', where: { column: 'reply', in: ['disputed'] } },
    { name: 'open', kind: 'sum', of: 'open' },
  ],
  chart: { kind: 'stack', by: 'supplier', split: 'verdict' },
  drill: [{ need: 'Inventory/debitNote:view', href: ({ id }) => `/purchaseanddispatch/debitNote?id=${id}` }],
  sort: { column: 'madeOn', way: 'desc' },
  translations: reportTexts({
    ...purchaseTexts,
    ...debitSourceTexts,
    ...stageTexts(debitTranslations),
    title: { en: 'Debit note verification', es: 'Verificación de notas de débito' },
    'measure.notes': { en: 'Debit notes', es: 'Notas de débito' },
    'means.notes': {
      en: 'Debit notes made in the period that were issued; drafts are left out.',
      es: 'Notas de débito del período ya emitidas; sin borradores.',
    },
    'measure.waiting': { en: 'To verify', es: 'Por verificar' },
    'means.waiting': {
      en: 'Issued notes that nobody has verified yet.',
      es: 'Notas emitidas que nadie ha verificado aún.',
    },
    'measure.verified': { en: 'Verified', es: 'Verificado' },
    'means.verified': {
      en: 'Total claimed by the verified notes, with GST.',
      es: 'Total reclamado en las notas verificadas, con GST.',
    },
    'measure.disputed': { en: 'Disputed', es: 'Impugnado' },
    'means.disputed': {
      en: 'Outstanding amount of notes that the suppliers do not accept.',
      es: 'Pendiente de las notas que los proveedores no aceptan.',
    },
    'measure.open': { en: 'Outstanding', es: 'Por cobrar' },
    'means.open': {
      en: 'Claimed less credited, of notes that are neither settled nor cancelled.',
      es: 'Reclamado menos abonado, de notas ni liquidadas ni anuladas.',
    },
  }),
});
