import { date, text } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

export const manufacturer = defineMaster({
  route: 'masters/manufacturerMaster',
  kind: 'manufacturer',
  title: ['Manufacturers', 'Fabricantes'],
  deactivateUnused: true,
  fields: [
    text('vLicenceNo', ['Licence no.', 'N.º de licencia'], { max: 40 }),
    date('dLicenceExpiry', ['Licence valid till', 'Licencia válida hasta']),
    text('vCity', ['City', 'Ciudad'], { max: 60 }),
  ],
  example: { vCode: 'ZENDA', vName: 'Zenda Lifesciences', vLicenceNo: 'MFG/1001', vCity: 'Baddi' },
});
