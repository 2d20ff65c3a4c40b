import { defineMaster } from '../../families/master.ts';
import { counselingRecord } from './record.ts';

export const patientCounseling = defineMaster({
  ...counselingRecord,
  main: true,
  route: 'masters/patientCounseling',
  title: { en: 'Patient counselling', es: 'Consejería a pacientes' },
  rights: ['view', 'create', 'edit'],
});
