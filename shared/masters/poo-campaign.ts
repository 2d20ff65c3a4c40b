import { date, reference } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';
import { atMostDays, endsAfterStart } from '../families/master-rules.ts';

export const pooCampaign = defineMaster({
  route: 'masters/pooandcampaignmaster',
  kind: 'pooCampaign',
  scope: 'iPooId',
  title: { en: 'Places and campaigns', es: 'Lugares y campañas' },
  plain: true,
  fields: [
    reference('iPooId', { en: 'Place of operation', es: 'Lugar de operación' }, 'placeOfOperation', {
      required: true,
    }),
    reference('iCampaignId', { en: 'Campaign', es: 'Campaña' }, 'campaign', { required: true }),
    date('dFrom', { en: 'From', es: 'Desde' }, { required: true, section: 'dates' }),
    date('dTo', { en: 'To', es: 'Hasta' }, { required: true, section: 'dates' }),
  ],
  unique: [['iPooId', 'iCampaignId']],
  inside: { reference: 'iCampaignId', from: 'dFrom', to: 'dTo' },
  rules: [endsAfterStart('dFrom', 'dTo'), atMostDays('dFrom', 'dTo', 366)],
  example: { iPooId: 1, iCampaignId: 1, dFrom: '2026-11-10', dTo: '2026-11-20' },
});
