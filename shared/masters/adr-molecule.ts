import { choice, reference } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

export const adrMolecule = defineMaster({
  route: 'masters/adrMoleculeMapping',
  kind: 'adrMolecule',
  title: ['Adverse reactions of molecules', 'Reacciones adversas de moléculas'],
  plain: true,
  rights: ['view', 'create', 'edit', 'delete'],
  fields: [
    reference('iMoleculeId', ['Molecule', 'Molécula'], 'molecule', { required: true }),
    reference('iAdrId', ['Adverse reaction', 'Reacción adversa'], 'adr', { required: true }),
    choice(
      'vFrequency',
      ['Frequency', 'Frecuencia'],
      {
        veryCommon: ['Very common', 'Muy frecuente'],
        common: ['Common', 'Frecuente'],
        uncommon: ['Uncommon', 'Poco frecuente'],
        rare: ['Rare', 'Rara'],
        veryRare: ['Very rare', 'Muy rara'],
      },
      { required: true },
    ),
  ],
  unique: [['iMoleculeId', 'iAdrId']],
  example: { iMoleculeId: 1, iAdrId: 1, vFrequency: 'rare' },
});
