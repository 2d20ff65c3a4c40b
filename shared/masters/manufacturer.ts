import { date, text } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

export const manufacturer = defineMaster({
  route: 'masters/manufacturerMaster',
  kind: 'manufacturer',
  title: { en: 'Manufacturers', es: 'Fabricantes' },
  deactivateUnused: true,
  fields: [
    text('vLicenceNo', { en: 'Licence no.', es: 'N.º de licencia' }, { max: 40 }),
    date('dLicenceExpiry', { en: 'Licence valid till', es: 'Licencia válida hasta' }),
    text('vCity', { en: 'City', es: 'Ciudad' }, { max: 60 }),
  ],
  example: { vCode: 'ZENDA', vName: 'Zenda Lifesciences', vLicenceNo: 'MFG/1001', vCity: 'Baddi' },
});
