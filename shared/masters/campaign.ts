import { choice, date, yesNo, money, paragraph } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';
import { callWindow, callWindowRules } from '../families/campaign-hours.ts';
import { atMostDays, endsAfterStart } from '../families/master-rules.ts';

export const campaign = defineMaster({
  route: 'masters/campaignmaster',
  kind: 'campaign',
  serviceCall: {
    service: 'masters',
    path: 'CampaignMaster',
    id: 'iCampaignId',
    names: { vName: 'vCampaignName' },
  },
  title: { en: 'Campaigns', es: 'Campañas' },
  pageSize: 100,
  fields: [
    date('dFrom', { en: 'From', es: 'Desde' }, { required: true, column: 105, section: 'dates' }),
    date('dTo', { en: 'To', es: 'Hasta' }, { required: true, column: 105, section: 'dates' }),
    money(
      'nBudgetPaise',
      { en: 'Budget', es: 'Presupuesto' },
      { max: 99_99_99_99_999, column: 110, section: 'limits' },
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
      { required: true, column: 90 },
    ),
    yesNo(
      'bPromotional',
      { en: 'Promotional', es: 'Promocional' },
      { default: 1, filter: 'set', column: 100 },
    ),
    paragraph('vScript', { en: 'Script', es: 'Guion' }, { max: 4000, column: false }),
    ...callWindow,
  ],
  rules: [endsAfterStart('dFrom', 'dTo'), atMostDays('dFrom', 'dTo', 366), ...callWindowRules],
  stages: {
    initial: 'running',
    active: ['running'],
    names: {
      running: { en: 'Active', es: 'Activa' },
      paused: { en: 'Paused', es: 'En pausa' },
      ended: { en: 'Inactive', es: 'Inactiva' },
    },
    actions: {
      pause: {
        from: ['running'],
        to: 'paused',
        label: { en: 'Pause', es: 'Pausar' },
        right: 'edit',
        requiresReason: true,
      },
      resume: {
        from: ['paused', 'ended'],
        to: 'running',
        label: { en: 'Resume', es: 'Reanudar' },
        right: 'edit',
      },
      end: { from: ['running', 'paused'], to: 'ended', label: { en: 'End', es: 'Terminar' }, right: 'edit' },
    },
  },
  example: {
    vCode: 'HEART-WEEK',
    vName: 'Heart week',
    dFrom: '2026-11-01',
    dTo: '2026-11-30',
    nBudgetPaise: 50_000_00,
    vChannel: 'call',
    bPromotional: 1,
    tCallFrom: '11:00',
    tCallTo: '19:00',
  },
});
