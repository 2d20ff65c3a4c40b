import { choices, flag, text } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

const named = { by: 'iMoleculeId', place: 'iPooId' } as const;

export const molecule = defineMaster({
  route: 'masters/MoleculeMaster',
  kind: 'molecule',
  title: ['Molecules', 'Moléculas'],
  deactivateUnused: true,
  fields: [
    text('vInn', ['INN', 'DCI'], { required: true, max: 120 }),
    text('vAtc', ['ATC class', 'Clase ATC'], { upper: true, max: 7, pattern: '[A-Z]\\d{2}[A-Z]{2}\\d{2}|[A-Z]\\d{2}[A-Z]{0,2}', column: 110 }),
    choices('schedules', ['Schedules', 'Listas'], { G: ['G', 'G'], H: ['H', 'H'], H1: ['H1', 'H1'], X: ['X', 'X'], C: ['C', 'C'] }),
    flag('bH1', ['Schedule H1', 'Lista H1'], { default: 0, filter: 'set' }),
  ],
  unique: [['vInn']],
  counts: [
    { ...named, name: 'iLeaflets', label: ['Leaflets', 'Prospectos'], of: 'pil', need: 'Masters/pilMaster:view', when: { field: 'stage', in: ['published'] } },
    { ...named, name: 'iAdrs', label: ['ADRs', 'Reacciones'], of: 'adrMolecule', need: 'Masters/adrMoleculeMapping:view' },
  ],
  rules: [
    (fields) =>
      fields.bH1 === 1 && !((fields.schedules as string[] | undefined) ?? []).includes('H1')
        ? { code: 'scheduleMissing', field: 'schedules', details: { molecule: String(fields.vInn) } }
        : null,
  ],
  example: { vCode: 'PCM', vName: 'Paracetamol', vInn: 'Paracetamol', vAtc: 'N02BE01', bH1: 0 },
});
