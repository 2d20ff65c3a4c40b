import { choice, date, flag, money, note } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';
import { atMostDays, endsAfterStart } from '../families/master-rules.ts';

export const leadCampaignName = defineMaster({
  route: 'masters/leadCampaignName',
  kind: 'leadCampaignName',
  title: ['Lead campaigns', 'Campañas de prospectos'],
  fields: [
    date('dFrom', ['From', 'Desde'], { required: true, section: 'dates' }),
    date('dTo', ['To', 'Hasta'], { required: true, section: 'dates' }),
    money('nBudgetPaise', ['Budget', 'Presupuesto'], { max: 99_99_99_99_999, section: 'limits', column: false }),
    choice(
      'vChannel',
      ['Channel', 'Canal'],
      { call: ['Call', 'Llamada'], sms: ['SMS', 'SMS'], mail: ['Mail', 'Correo'], event: ['Event', 'Evento'], field: ['Field', 'Campo'], web: ['Web', 'Web'] },
      { required: true },
    ),
    flag('bPromotional', ['Promotional', 'Promocional'], { default: 1 }),
    note('vScript', ['Script', 'Guion'], { max: 4000 }),
  ],
  rules: [endsAfterStart('dFrom', 'dTo'), atMostDays('dFrom', 'dTo', 366)],
  example: {
    vCode: 'DIWALI-LEADS',
    vName: 'Diwali enquiries',
    dFrom: '2026-11-01',
    dTo: '2026-11-30',
    vChannel: 'web',
    bPromotional: 1,
    vScript: 'Good morning, you asked us about home delivery of medicines.',
  },
});
