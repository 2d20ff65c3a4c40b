import type { Both } from '../../../families/master-field.ts';
import type { leadSources } from './state.ts';

/** Where leads come from, as people call it. */
export const leadSourceNames: Readonly<Record<(typeof leadSources)[number], Both>> = {
  import: ['Import', 'Importación'],
  event: ['Event', 'Evento'],
  DSA: ['DSA', 'DSA'],
  doctor: ['Doctor', 'Médico'],
  'walk-in': ['Walk-in', 'Visita'],
  web: ['Web', 'Web'],
  TPD: ['TPD', 'TPD'],
  referral: ['Referral', 'Recomendación'],
};
