import { references, url } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

export const link = defineMaster({
  route: 'masters/linkmaster',
  kind: 'link',
  title: ['Links', 'Enlaces'],
  fields: [url('vUrl', ['Address', 'Dirección'], { required: true }), references('roleIds', ['Roles', 'Roles'], 'role', { max: 50 })],
  example: { vCode: 'FORMULARY', vName: 'Formulary', vUrl: 'https://care.example/formulary' },
});
