import { choice, date, yesNo, money, paragraph } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';
import { callWindow, callWindowRules } from '../families/campaign-hours.ts';
import { atMostDays, endsAfterStart } from '../families/master-rules.ts';
import { leadCounts } from '../streams/leads/lead/counts.ts';

const { all, open, converted } = leadCounts('iLeadCampaignId');

/** A campaign that brings in leads; while paused it accepts none and none of its people is called. */
export const leadCampaignName = defineMaster({
  route: 'masters/leadCampaignName',
  kind: 'leadCampaignName',
  service: 'lead',
  title: { en: 'Lead campaigns', es: 'Campañas de prospectos' },
  fields: [
    date('dFrom', { en: 'From', es: 'Desde' }, { required: true, column: 110, section: 'dates' }),
    date('dTo', { en: 'To', es: 'Hasta' }, { required: true, column: 110, section: 'dates' }),
    money(
      'nBudgetPaise',
      { en: 'Budget', es: 'Presupuesto' },
      { max: 99_99_99_99_999, section: 'limits', column: false },
    ),
    choice(
      'vChannel',
      { en: 'Channel', es: 'Canal' },
      {
        call: { en: 'Call', es: 'Llamada' },
        sms: { en: 'SMS', es: 'SMS' },
        mail: { en: 'Mail', es: 'Correo' },
        event: { en: 'Event', es: 'Evento' },
        field: { en: 'Field', es: 'Campo' },
        web: { en: 'Web', es: 'Web' },
      },
      { required: true, hidden: true },
    ),
    yesNo('bPromotional', { en: 'Promotional', es: 'Promocional' }, { default: 1, hidden: true }),
    paragraph('vScript', { en: 'Script', es: 'Guion' }, { max: 4000 }),
    ...callWindow,
  ],
  counts: [all, open, converted],
  stages: {
    initial: 'running',
    active: ['running'],
    names: { running: { en: 'Running', es: 'En marcha' }, paused: { en: 'Paused', es: 'En pausa' } },
    actions: {
      pause: { from: ['running'], to: 'paused', label: { en: 'Pause', es: 'Pausar' }, right: 'edit' },
      resume: { from: ['paused'], to: 'running', label: { en: 'Resume', es: 'Reanudar' }, right: 'edit' },
    },
  },
  rules: [endsAfterStart('dFrom', 'dTo'), atMostDays('dFrom', 'dTo', 366), ...callWindowRules],
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
