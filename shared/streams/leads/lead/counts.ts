import type { Count } from '../../../families/master-def.ts';
import { openStages } from './state.ts';

const leads = { of: 'lead', need: 'Masters/leadCreation:view', place: 'iPooId' } as const;

/** How the leads that name a list or a campaign stand. */
export const leadCounts = (by: string): { readonly imported: Count; readonly all: Count; readonly open: Count; readonly converted: Count } => ({
  imported: { ...leads, by, name: 'iImported', label: ['Imported', 'Importados'], when: { field: 'bImported', in: [1] } },
  all: { ...leads, by, name: 'iLeads', label: ['Leads', 'Prospectos'] },
  open: { ...leads, by, name: 'iOpen', label: ['Open', 'Abiertos'], when: { field: 'vStage', in: openStages } },
  converted: { ...leads, by, name: 'iConverted', label: ['Converted', 'Convertidos'], when: { field: 'vStage', in: ['Converted'] } },
});
