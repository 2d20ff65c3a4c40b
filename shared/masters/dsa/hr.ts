import { defineMaster } from '../../families/master.ts';
import { dsaRecord } from './record.ts';

export const dsaVerificationHr = defineMaster({
  ...dsaRecord,
  route: 'masters/dsa-verification/2',
  title: ['DSA Verification (HR)', 'Verificación DSA (RR. HH.)'],
  rights: ['view', 'edit', 'approve'],
});
