import { defineMaster } from '../../families/master.ts';
import * as of from './record.ts';

/** Leads created one by one or by import; a known number becomes a touch of its lead. */
export const leadCreation = defineMaster({
  route: 'masters/leadCreation',
  kind: 'lead',
  service: 'lead',
  prefix: 'LD',
  main: true,
  title: { en: 'Leads', es: 'Prospectos' },
  plain: true,
  scope: 'iPooId',
  rights: ['view', 'create'],
  list: [
    'vCode',
    'vName',
    'vStage',
    'vPhone',
    'iPooId',
    'vSource',
    'iLeadListId',
    'iLeadCampaignId',
    'iOwnerEmpId',
    'iTouches',
    'iStatus',
  ],
  fields: of.leadFields,
  source: of.leadSource,
  commands: [
    of.addLead,
    of.touchLead,
    of.editLead,
    of.reassign,
    of.markLost,
    of.reopen,
    of.renewConsent,
    of.markDnc,
  ],
  example: {},
  translations: of.leadListTranslations,
});
