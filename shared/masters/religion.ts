import { defineMaster } from '../families/master.ts';

export const religion = defineMaster({
  route: 'masters/religionMaster',
  kind: 'religion',
  title: ['Religions', 'Religiones'],
  example: { vCode: 'REL-01', vName: 'Prefers not to say' },
});
