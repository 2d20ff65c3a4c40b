import { expect, test } from 'vitest';
import { cellText } from '../../../families/report-cell.ts';
import { basicVitalAnalysis } from '../../../reports/basic-vital-analysis.ts';
import { clinicalName } from './names.ts';

test('a vital and an assay are named in the language of the reader', () => {
  expect(clinicalName('Systolic blood pressure', 'es')).toBe('Presión arterial sistólica');
  expect(clinicalName('Haemoglobin', 'es')).toBe('Hemoglobina');
  expect(clinicalName('Haemoglobin', 'en')).toBe('Haemoglobin');
});

test('a vital that an organisation named itself keeps its name', () =>
  expect(clinicalName('Grip strength, left', 'es')).toBe('Grip strength, left'));

test('a report of vitals names them in the language of its reader', () => {
  const column = basicVitalAnalysis.columns.find(({ name }) => name === 'vital')!;
  const names = { label: (key: string) => key, place: String };
  expect(cellText(column, 'Pulse', { ...names, language: 'es' })).toBe('Pulso');
  expect(cellText(column, 'Pulse', { ...names, language: 'en' })).toBe('Pulse');
});
