import { defineMaster } from '../families/master.ts';

export const qualification = defineMaster({
  route: 'masters/qualificationMaster',
  kind: 'qualification',
  title: { en: 'Qualifications', es: 'Titulaciones' },
  example: { vCode: 'BPHARM', vName: 'B.Pharm' },
});
