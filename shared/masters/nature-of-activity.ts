import { defineMaster } from '../families/master.ts';

export const natureOfActivity = defineMaster({
  route: 'masters/natureOfActivityMaster',
  kind: 'natureOfActivity',
  title: ['Nature of activity', 'Naturaleza de la actividad'],
  example: { vCode: 'SEDENTARY', vName: 'Sedentary' },
});
