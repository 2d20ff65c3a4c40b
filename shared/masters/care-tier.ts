import { choice, number } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

export const careTier = defineMaster({
  route: 'masters/caretierMaster',
  kind: 'careTier',
  title: { en: 'Care tiers', es: 'Niveles de atención' },
  fields: [
    number('iRank', { en: 'Rank', es: 'Rango' }, { required: true, min: 1, max: 9, column: 90 }),
    number(
      'iCallsPerMonth',
      { en: 'Calls a month', es: 'Llamadas al mes' },
      { required: true, min: 1, max: 8 },
    ),
    number(
      'iVisitEveryMonths',
      { en: 'Visit every (months)', es: 'Visita cada (meses)' },
      { required: true, min: 0, max: 12 },
    ),
    choice(
      'vReviewBy',
      { en: 'Reviewed by', es: 'Revisa' },
      { doctor: { en: 'Doctor', es: 'Médico' }, TL: { en: 'Team lead', es: 'Jefe de equipo' } },
      { required: true },
    ),
  ],
  unique: [['iRank']],
  example: {
    vCode: 'TIER-1',
    vName: 'Tier 1',
    iRank: 1,
    iCallsPerMonth: 2,
    iVisitEveryMonths: 3,
    vReviewBy: 'doctor',
  },
});
