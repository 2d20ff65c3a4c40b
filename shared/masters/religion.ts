import { defineMaster } from '../families/master.ts';

export const religion = defineMaster({
  route: 'masters/religionMaster',
  kind: 'religion',
  title: { en: 'Religions', es: 'Religiones' },
  example: { vCode: 'REL-01', vName: 'Prefers not to say' },
});
