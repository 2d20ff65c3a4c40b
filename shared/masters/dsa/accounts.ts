import { defineMaster } from '../../families/master.ts';
import { dsaRecord } from './record.ts';

export const dsaVerificationAccounts = defineMaster({
  ...dsaRecord,
  route: 'masters/dsa-verification/1',
  title: { en: 'DSA Verification (Acc)', es: 'Verificación DSA (Cuentas)' },
  rights: ['view', 'edit', 'approve'],
});
