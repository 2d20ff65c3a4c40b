import { choice, date, flag, money, note } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';
import { atMostDays, endsAfterStart } from '../families/master-rules.ts';
import { leadCounts } from '../streams/leads/lead/counts.ts';

const { all, open, converted } = leadCounts('iLeadCampaignId');

/** A campaign that brings leads; while it is paused it takes none. */
export const leadCampaignName = defineMaster({
  route: 'masters/leadCampaignName',
  kind: 'leadCampaignName',
  title: ['Lead campaigns', 'Campañas de prospectos'],
  fields: [
    date('dFrom', ['From', 'Desde'], { required: true, column: 110, section: 'dates' }),
    date('dTo', ['To', 'Hasta'], { required: true, column: 110, section: 'dates' }),
    money('nBudgetPaise', ['Budget', 'Presupuesto'], { max: 99_99_99_99_999, section: 'limits', column: false }),
    choice(
      'vChannel',
      ['Channel', 'Canal'],
      { call: ['Call', 'Llamada'], sms: ['SMS', 'SMS'], mail: ['Mail', 'Correo'], event: ['Event', 'Evento'], field: ['Field', 'Campo'], web: ['Web', 'Web'] },
      { required: true, hidden: true },
    ),
    flag('bPromotional', ['Promotional', 'Promocional'], { default: 1, hidden: true }),
    note('vScript', ['Script', 'Guion'], { max: 4000 }),
  ],
  counts: [all, open, converted],
  stages: {
    initial: 'running',
    active: ['running'],
    names: { running: ['Running', 'En marcha'], paused: ['Paused', 'En pausa'] },
    actions: {
      pause: { from: ['running'], to: 'paused', label: ['Pause', 'Pausar'], right: 'edit' },
      resume: { from: ['paused'], to: 'running', label: ['Resume', 'Reanudar'], right: 'edit' },
    },
  },
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
