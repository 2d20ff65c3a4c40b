import type { Both } from '../../../families/master-field.ts';
import type { leadSources } from './state.ts';

/** Display names of lead sources. */
export const leadSourceNames: Readonly<Record<(typeof leadSources)[number], Both>> = {
  import: { en: 'Import', es: 'Importación' },
  event: { en: 'Event', es: 'Evento' },
  DSA: { en: 'DSA', es: 'DSA' },
  doctor: { en: 'Doctor', es: 'Médico' },
  'walk-in': { en: 'Walk-in', es: 'Visita' },
  web: { en: 'Web', es: 'Web' },
  TPD: { en: 'TPD', es: 'TPD' },
  referral: { en: 'Referral', es: 'Recomendación' },
};
