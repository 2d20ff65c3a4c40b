import { defineMaster } from '../families/master.ts';

export const natureOfActivity = defineMaster({
  route: 'masters/natureOfActivityMaster',
  kind: 'natureOfActivity',
  title: { en: 'Nature of activity', es: 'Naturaleza de la actividad' },
  example: { vCode: 'SEDENTARY', vName: 'Sedentary' },
});
