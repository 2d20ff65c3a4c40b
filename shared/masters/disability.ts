import { defineMaster } from '../families/master.ts';

export const disability = defineMaster({
  route: 'masters/disabilityMaster',
  kind: 'disability',
  title: { en: 'Disabilities', es: 'Discapacidades' },
  example: { vCode: 'LOW-VISION', vName: 'Low vision' },
});
