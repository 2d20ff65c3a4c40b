import { choices, yesNo, text } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

const named = { by: 'iMoleculeId', place: 'iPooId' } as const;

export const molecule = defineMaster({
  route: 'masters/MoleculeMaster',
  kind: 'molecule',
  title: { en: 'Molecules', es: 'Moléculas' },
  deactivateUnused: true,
  fields: [
    text('vInn', { en: 'INN', es: 'DCI' }, { required: true, max: 120 }),
    text(
      'vAtc',
      { en: 'ATC class', es: 'Clase ATC' },
      { upper: true, max: 7, pattern: '[A-Z]\\d{2}[A-Z]{2}\\d{2}|[A-Z]\\d{2}[A-Z]{0,2}', column: 110 },
    ),
    choices(
      'schedules',
      { en: 'Schedules', es: 'Listas' },
      {
        G: { en: 'G', es: 'G' },
        H: { en: 'H', es: 'H' },
        H1: { en: 'H1', es: 'H1' },
        X: { en: 'X', es: 'X' },
        C: { en: 'C', es: 'C' },
      },
    ),
    yesNo('bH1', { en: 'Schedule H1', es: 'Lista H1' }, { default: 0, filter: 'set' }),
  ],
  unique: [['vInn']],
  counts: [
    {
      ...named,
      name: 'iLeaflets',
      label: { en: 'Leaflets', es: 'Folletos' },
      of: 'pil',
      need: 'Masters/pilMaster:view',
      when: { field: 'stage', in: ['published'] },
    },
    {
      ...named,
      name: 'iAdrs',
      label: { en: 'ADRs', es: 'Reacciones' },
      of: 'adrMolecule',
      need: 'Masters/adrMoleculeMapping:view',
    },
  ],
  rules: [
    (fields) =>
      fields.bH1 === 1 && !((fields.schedules as string[] | undefined) ?? []).includes('H1')
        ? { code: 'scheduleMissing', field: 'schedules', details: { molecule: String(fields.vInn) } }
        : null,
  ],
  example: { vCode: 'PCM', vName: 'Paracetamol', vInn: 'Paracetamol', vAtc: 'N02BE01', bH1: 0 },
});
