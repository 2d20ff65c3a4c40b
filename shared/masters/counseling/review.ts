import { defineMaster } from '../../families/master.ts';
import { counselingRecord } from './record.ts';

export const counselingReview = defineMaster({
  ...counselingRecord,
  route: 'masters/patCounselingReview',
  title: ['Counselling review', 'Revisión de consejería'],
  rights: ['view', 'approve'],
});
