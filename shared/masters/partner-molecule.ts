import { reference, text } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

/**
 * A partner's name for one of our molecules; unmatched until a molecule is chosen. One name of a partner maps
 * to one molecule.
 */
export const partnerMolecule = defineMaster({
  route: 'masters/tpMoleculeMapping',
  kind: 'partnerMolecule',
  title: { en: 'Partner molecule names', es: 'Nombres de moléculas de socios' },
  plain: true,
  fields: [
    text('vPartner', { en: 'Partner', es: 'Socio' }, { required: true, max: 60, filter: 'set' }),
    text('vPartnerName', { en: 'Name there', es: 'Nombre allí' }, { required: true, max: 160 }),
    reference('iMoleculeId', { en: 'Molecule', es: 'Molécula' }, 'molecule', { none: '-' }),
  ],
  unique: [['vPartner', 'vPartnerName']],
  example: { vPartner: 'TPD', vPartnerName: 'ACETAMINOPHEN', iMoleculeId: 1 },
});
