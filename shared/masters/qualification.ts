import { defineMaster } from '../families/master.ts';

export const qualification = defineMaster({
  route: 'masters/qualificationMaster',
  kind: 'qualification',
  serviceCall: {
    service: 'masters',
    path: 'QualificationMaster',
    id: 'iQualificationId',
    names: { vName: 'vQualification' },
  },
  title: { en: 'Qualifications', es: 'Titulaciones' },
  example: { vCode: 'BPHARM', vName: 'B.Pharm' },
});
