import { defineMaster } from '../../families/master.ts';
import { dsaRecord } from './record.ts';

export const dsaVerificationHr = defineMaster({
  ...dsaRecord,
  route: 'masters/dsa-verification/2',
  title: { en: 'DSA Verification (HR)', es: 'Verificación DSA (RR. HH.)' },
  rights: ['view', 'edit', 'approve'],
});
