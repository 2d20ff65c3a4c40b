import { defineMaster } from '../../families/master.ts';
import { dsaRecord } from './record.ts';

export const dsaVerificationAccounts = defineMaster({
  ...dsaRecord,
  route: 'masters/dsa-verification/1',
  title: { en: 'DSA Verification (Acc)', es: 'Verificación DSA (Cuentas)' },
  // The queue of this step: waiting records first, then decided ones.
  waits: ['hrVerified'],
  only: { stage: { op: 'in', value: ['hrVerified', 'accVerified', 'suspended', 'sentBackByAccounts'] } },
  list: ['iEmpId', 'vPan', 'vBankAccount', 'vIfsc', 'bAgreement', 'panFile'],
  rights: ['view', 'edit', 'approve'],
});
