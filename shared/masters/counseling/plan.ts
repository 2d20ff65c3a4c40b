import { defineMaster } from '../../families/master.ts';
import { counselingRecord } from './record.ts';

export const patientCounseling = defineMaster({
  ...counselingRecord,
  route: 'masters/patientCounseling',
  title: ['Patient counselling', 'Consejería a pacientes'],
  rights: ['view', 'create', 'edit'],
});
