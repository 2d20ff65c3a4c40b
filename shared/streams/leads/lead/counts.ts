import type { Count } from '../../../families/master-def.ts';
import { openStages } from './state.ts';

const leads = { of: 'lead', need: 'Masters/leadCreation:view', place: 'iPooId' } as const;

/** Counts of a list's or campaign's leads by stage. */
export const leadCounts = (
  by: string,
): { readonly imported: Count; readonly all: Count; readonly open: Count; readonly converted: Count } => ({
  imported: {
    ...leads,
    by,
    name: 'iImported',
    label: { en: 'Imported', es: 'Importados' },
    when: { field: 'bImported', in: [1] },
  },
  all: { ...leads, by, name: 'iLeads', label: { en: 'Leads', es: 'Prospectos' } },
  open: {
    ...leads,
    by,
    name: 'iOpen',
    label: { en: 'Open', es: 'Abiertos' },
    when: { field: 'vStage', in: openStages },
  },
  converted: {
    ...leads,
    by,
    name: 'iConverted',
    label: { en: 'Converted', es: 'Convertidos' },
    when: { field: 'vStage', in: ['Converted'] },
  },
});
