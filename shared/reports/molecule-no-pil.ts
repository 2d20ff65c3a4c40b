import type { Both } from '../core/translations.ts';
import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { spokenLanguages } from '../families/spoken-languages.ts';
import { moleculeRecords } from './models/master-records.ts';

const count = <N extends string>(name: N) =>
  ({ name, kind: 'number', width: 110, total: 'sum', joined: true }) as const;
const yesNo = ['yes', 'no'] as const;

/** Languages in which a leaflet should be published. */
const leafletLanguages = ['en', 'hi', 'kn', 'ta', 'te', 'mr'] as const;

const languageTexts = (column: string): Readonly<Record<string, Both>> =>
  Object.fromEntries(leafletLanguages.map((code) => [`${column}.${code}`, spokenLanguages[code]!]));

/** Molecules and the languages in which their leaflet is published or missing. */
export const moleculeNoPil = defineReport({
  name: 'moleculenopil',
  route: '/reports/normalReports/moleculenopil',
  model: moleculeRecords,
  columns: [
    { name: 'molecule', kind: 'text', width: 220 },
    { name: 'atc', kind: 'id', width: 100 },
    { name: 'h1', kind: 'choice', width: 110, options: yesNo },
    { name: 'coverage', kind: 'choice', width: 140, options: ['none', 'some', 'every'], joined: true },
    { name: 'present', kind: 'choices', width: 150, options: leafletLanguages, joined: true },
    { name: 'missing', kind: 'choices', width: 190, options: leafletLanguages, joined: true },
    { name: 'english', kind: 'choice', width: 100, options: yesNo, joined: true },
    count('products'),
    count('dispensed'),
    count('explained'),
    { name: 'moleculeId', kind: 'number', width: 100, hidden: true },
  ],
  scope: { place: null },
  filters: [
    { kind: 'choice', name: 'coverage' },
    { kind: 'choice', name: 'h1' },
    { kind: 'choice', name: 'english' },
    { kind: 'find', columns: ['molecule', 'atc'] },
  ],
  groups: ['coverage', 'h1', 'english'],
  groupedBy: 'coverage',
  measures: [
    { name: 'molecules', kind: 'count' },
    { name: 'without', kind: 'count', where: { column: 'coverage', in: ['none'] } },
    { name: 'covered', kind: 'share', where: { column: 'coverage', in: ['some', 'every'] } },
    { name: 'coveredLines', kind: 'ratio', of: 'explained', per: 'dispensed' },
  ],
  chart: { kind: 'bar', by: 'coverage' },
  drill: [
    {
      need: 'Masters/MoleculeMaster:view',
      href: ({ moleculeId }) => `/masters/MoleculeMaster?row=${String(moleculeId)}`,
    },
  ],
  sort: { column: 'dispensed', way: 'desc' },
  translations: reportTexts({
    title: { en: 'Molecule no PIL', es: 'Molécula sin folleto' },
    'column.molecule': { en: 'Molecule', es: 'Molécula' },
    'column.moleculeId': { en: 'Molecule no.', es: 'N.º de molécula' },
    'column.atc': { en: 'ATC', es: 'ATC' },
    'column.h1': { en: 'Schedule H1', es: 'Lista H1' },
    'h1.yes': { en: 'Yes', es: 'Sí' },
    'h1.no': { en: 'No', es: 'No' },
    'column.coverage': { en: 'Leaflet', es: 'Folleto' },
    'coverage.none': { en: 'None', es: 'Ninguno' },
    'coverage.some': { en: 'Some languages', es: 'En algunos idiomas' },
    'coverage.every': { en: 'Every language', es: 'En todos los idiomas' },
    ...languageTexts('present'),
    ...languageTexts('missing'),
    'column.present': { en: 'Published in', es: 'Publicado en' },
    'column.missing': { en: 'Missing in', es: 'Falta en' },
    'column.english': { en: 'In English', es: 'En inglés' },
    'english.yes': { en: 'Yes', es: 'Sí' },
    'english.no': { en: 'No', es: 'No' },
    'column.products': { en: 'Products', es: 'Productos' },
    'column.dispensed': { en: 'Lines sold in 30 days', es: 'Líneas vendidas en 30 días' },
    'column.explained': { en: 'Of these with a leaflet', es: 'De ellas con folleto' },
    'measure.molecules': { en: 'Molecules', es: 'Moléculas' },
    'means.molecules': { en: 'Molecules that are not cancelled.', es: 'Moléculas no anuladas.' },
    'measure.without': { en: 'Without a leaflet', es: 'Sin folleto' },
    'means.without': {
      en: 'Of these, with no published leaflet in any language.',
      es: 'De ellas, sin folleto publicado en ningún idioma.',
    },
    'measure.covered': { en: 'With a leaflet', es: 'Con folleto' },
    'means.covered': {
      en: 'Share of the molecules with a leaflet in at least one language.',
      es: 'Parte de las moléculas con folleto en algún idioma.',
    },
    'measure.coveredLines': { en: 'Sold with a leaflet', es: 'Vendidas con folleto' },
    'means.coveredLines': {
      en: 'Share of the invoice lines of the last 30 days whose molecule has a leaflet; a product of two molecules counts for each.',
      es: 'Parte de las líneas facturadas en 30 días cuya molécula tiene folleto; un producto de dos moléculas cuenta en ambas.',
    },
  }),
});
