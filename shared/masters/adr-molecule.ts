import { choice, reference } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

export const adrMolecule = defineMaster({
  route: 'masters/adrMoleculeMapping',
  kind: 'adrMolecule',
  title: { en: 'Adverse reactions of molecules', es: 'Reacciones adversas de moléculas' },
  plain: true,
  rights: ['view', 'create', 'edit', 'delete'],
  fields: [
    reference('iMoleculeId', { en: 'Molecule', es: 'Molécula' }, 'molecule', { required: true }),
    reference('iAdrId', { en: 'Adverse reaction', es: 'Reacción adversa' }, 'adr', { required: true }),
    choice(
      'vFrequency',
      { en: 'Frequency', es: 'Frecuencia' },
      {
        veryCommon: { en: 'Very common', es: 'Muy frecuente' },
        common: { en: 'Common', es: 'Frecuente' },
        uncommon: { en: 'Uncommon', es: 'Poco frecuente' },
        rare: { en: 'Rare', es: 'Rara' },
        veryRare: { en: 'Very rare', es: 'Muy rara' },
      },
      { required: true },
    ),
  ],
  unique: [['iMoleculeId', 'iAdrId']],
  example: { iMoleculeId: 1, iAdrId: 1, vFrequency: 'rare' },
});
