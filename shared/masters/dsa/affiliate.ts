import { defineMaster } from '../../families/master.ts';
import { dsaRecord } from './record.ts';

export const affiliate = defineMaster({
  ...dsaRecord,
  route: 'masters/affiliateMaster',
  title: ['Affiliates', 'Afiliados'],
  rights: ['view', 'create', 'edit'],
});
