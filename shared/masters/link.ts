import { references, url } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

export const link = defineMaster({
  route: 'masters/linkmaster',
  kind: 'link',
  title: { en: 'Links', es: 'Enlaces' },
  fields: [
    url('vUrl', { en: 'Address', es: 'Dirección' }, { required: true }),
    references('roleIds', { en: 'Roles', es: 'Roles' }, 'role', { max: 50 }),
  ],
  example: { vCode: 'FORMULARY', vName: 'Formulary', vUrl: 'https://care.example/formulary' },
});
