import { defineMaster } from '../../families/master.ts';
import { dsaRecord } from './record.ts';

export const affiliate = defineMaster({
  ...dsaRecord,
  main: true,
  route: 'masters/affiliateMaster',
  title: ['Affiliates', 'Afiliados'],
  rights: ['view', 'create', 'edit'],
});
