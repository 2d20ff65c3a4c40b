import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { challanDrill, deliveryColumns, deliveryWords, handOverRows } from './models/deliveries.ts';

const own = deliveryColumns;
const asked = { column: 'result', in: ['first', 'later', 'locked'] };

/** Parcels taken out of the shop, their carrier, and the verification of the code. */
export const dcPickupTransaction = defineReport({
  name: 'dcpickuptransaction',
  route: '/reports/inventoryReports/dcpickuptransaction',
  model: handOverRows,
  columns: [
    ...[own.handedAt, own.ref, own.parcels, own.agent, own.mode, own.codes, own.wrong, own.result],
    ...[own.acceptedAt, own.waitMinutes, own.iPooId, own.dcId],
  ],
  scope: { place: 'iPooId' },
  filters: [
    { kind: 'period', name: 'handedAt', preset: 'last30', mostDays: 366 },
    { kind: 'place', name: 'iPooId' },
    { kind: 'choice', name: 'mode' },
    { kind: 'choice', name: 'result' },
    { kind: 'find', columns: ['ref', 'agent'] },
  ],
  groups: ['agent', 'mode', 'result', 'iPooId'],
  groupedBy: 'agent',
  measures: [
    { name: 'handOvers', kind: 'count' },
    { name: 'firstTry', kind: 'share', among: asked, where: { column: 'result', in: ['first'] } },
    { name: 'locked', kind: 'count', where: { column: 'result', in: ['locked'] } },
    { name: 'wait', kind: 'median', of: 'waitMinutes' },
  ],
  chart: { kind: 'bar', by: 'agent' },
  drill: challanDrill,
  sort: { column: 'handedAt', way: 'desc' },
  translations: reportTexts({
    ...deliveryWords,
    title: { en: 'DC pickup transactions', es: 'Entregas a repartidores' },
    'measure.handOvers': { en: 'Hand-overs', es: 'Entregas' },
    'means.handOvers': {
      en: 'Parcels given to a carrier in the period.',
      es: 'Bultos dados a un repartidor en el período.',
    },
    'measure.firstTry': { en: 'First try', es: 'Al primer intento' },
    'means.firstTry': {
      en: 'Correct code at the first try, of the hand-overs that needed one.',
      es: 'Código correcto al primer intento, de las entregas que lo necesitaban.',
    },
    'measure.locked': { en: 'Locked', es: 'Bloqueados' },
    'means.locked': { en: 'Three wrong codes in a row.', es: 'Tres códigos incorrectos seguidos.' },
    'measure.wait': { en: 'Wait', es: 'Espera' },
    'means.wait': {
      en: 'Half of the riders waited less than this for their parcel.',
      es: 'La mitad de los repartidores esperó menos que esto.',
    },
  }),
});
