import { defineMaster } from '../../families/master.ts';
import { dsaRecord } from './record.ts';

export const dsaVerificationAccounts = defineMaster({
  ...dsaRecord,
  route: 'masters/dsa-verification/1',
  title: ['DSA Verification (Acc)', 'Verificación DSA (Cuentas)'],
  rights: ['view', 'edit', 'approve'],
});
