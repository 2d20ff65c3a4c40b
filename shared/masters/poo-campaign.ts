import { date, reference } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';
import { atMostDays, endsAfterStart } from '../families/master-rules.ts';

export const pooCampaign = defineMaster({
  route: 'masters/pooandcampaignmaster',
  kind: 'pooCampaign',
  scope: 'iPooId',
  title: ['Places and campaigns', 'Lugares y campañas'],
  plain: true,
  fields: [
    reference('iPooId', ['Place of operation', 'Lugar de operación'], 'placeOfOperation', { required: true }),
    reference('iCampaignId', ['Campaign', 'Campaña'], 'campaign', { required: true }),
    date('dFrom', ['From', 'Desde'], { required: true, section: 'dates' }),
    date('dTo', ['To', 'Hasta'], { required: true, section: 'dates' }),
  ],
  unique: [['iPooId', 'iCampaignId']],
  inside: { reference: 'iCampaignId', from: 'dFrom', to: 'dTo' },
  rules: [endsAfterStart('dFrom', 'dTo'), atMostDays('dFrom', 'dTo', 366)],
  example: { iPooId: 1, iCampaignId: 1, dFrom: '2026-11-10', dTo: '2026-11-20' },
});
