import { defineMaster } from '../../families/master.ts';
import { dsaRecord } from './record.ts';

export const dsaVerificationHr = defineMaster({
  ...dsaRecord,
  route: 'masters/dsa-verification/2',
  title: { en: 'DSA Verification (HR)', es: 'Verificación DSA (RR. HH.)' },
  // The queue of this step: waiting records first, then decided ones.
  waits: ['submitted'],
  only: { stage: { op: 'in', value: ['submitted', 'sentBack', 'rejected'] } },
  list: ['iEmpId', 'vPanLast4', 'vAadhaarLast4', 'bAgreement', 'agreementFile', 'panFile', 'photoFile'],
  rights: ['view', 'edit', 'approve'],
});
