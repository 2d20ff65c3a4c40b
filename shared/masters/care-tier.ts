import { choice, integer } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

export const careTier = defineMaster({
  route: 'masters/caretierMaster',
  kind: 'careTier',
  title: ['Care tiers', 'Niveles de atención'],
  fields: [
    integer('iRank', ['Rank', 'Rango'], { required: true, min: 1, max: 9, column: 90 }),
    integer('iCallsPerMonth', ['Calls a month', 'Llamadas al mes'], { required: true, min: 1, max: 8 }),
    integer('iVisitEveryMonths', ['Visit every (months)', 'Visita cada (meses)'], { required: true, min: 0, max: 12 }),
    choice('vReviewBy', ['Reviewed by', 'Revisa'], { doctor: ['Doctor', 'Médico'], TL: ['Team lead', 'Jefe de equipo'] }, { required: true }),
  ],
  unique: [['iRank']],
  example: { vCode: 'TIER-1', vName: 'Tier 1', iRank: 1, iCallsPerMonth: 2, iVisitEveryMonths: 3, vReviewBy: 'doctor' },
});
