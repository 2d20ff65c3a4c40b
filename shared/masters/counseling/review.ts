import { defineMaster } from '../../families/master.ts';
import { counselingRecord } from './record.ts';

export const counselingReview = defineMaster({
  ...counselingRecord,
  route: 'masters/patCounselingReview',
  title: { en: 'Counselling review', es: 'Revisión de consejería' },
  rights: ['view', 'approve'],
});
