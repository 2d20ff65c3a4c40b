import { defineMaster } from '../../families/master.ts';
import { dsaRecord } from './record.ts';

export const affiliate = defineMaster({
  ...dsaRecord,
  main: true,
  route: 'masters/affiliateMaster',
  title: { en: 'Affiliates', es: 'Afiliados' },
  rights: ['view', 'create', 'edit'],
});
