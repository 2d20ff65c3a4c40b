import { choice, date, flag, money, note, time } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';
import { atMostDays, endsAfterStart } from '../families/master-rules.ts';

export const campaign = defineMaster({
  route: 'masters/campaignmaster',
  kind: 'campaign',
  title: { en: 'Campaigns', es: 'Campañas' },
  pageSize: 100,
  fields: [
    date('dFrom', { en: 'From', es: 'Desde' }, { required: true, column: 105, section: 'dates' }),
    date('dTo', { en: 'To', es: 'Hasta' }, { required: true, column: 105, section: 'dates' }),
    money('nBudgetPaise', { en: 'Budget', es: 'Presupuesto' }, { max: 99_99_99_99_999, column: 110, section: 'limits' }),
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
    flag('bPromotional', { en: 'Promotional', es: 'Promocional' }, { default: 1, filter: 'set', column: 100 }),
    note('vScript', { en: 'Script', es: 'Guion' }, { max: 4000, column: false }),
    time('tCallFrom', { en: 'Calls from', es: 'Llamadas desde' }, { section: 'limits', column: 110 }),
    time('tCallTo', { en: 'Calls till', es: 'Llamadas hasta' }, { section: 'limits', column: 110 }),
  ],
  rules: [
    endsAfterStart('dFrom', 'dTo'),
    atMostDays('dFrom', 'dTo', 366),
    endsAfterStart('tCallFrom', 'tCallTo'),
    // A campaign may only narrow the hours of its class: promotional 10:00–21:00, service 09:00–20:00.
    (fields) => {
      const [opens, closes] = fields.bPromotional === 1 ? ['10:00', '21:00'] : ['09:00', '20:00'];
      if (fields.tCallFrom != null && String(fields.tCallFrom) < opens)
        return { code: 'onlyNarrower', field: 'tCallFrom', details: { from: opens, to: closes } };
      if (fields.tCallTo != null && String(fields.tCallTo) > closes) return { code: 'onlyNarrower', field: 'tCallTo', details: { from: opens, to: closes } };
      return null;
    },
  ],
  stages: {
    initial: 'running',
    active: ['running'],
    names: { running: { en: 'Active', es: 'Activa' }, paused: { en: 'Paused', es: 'En pausa' }, ended: { en: 'Inactive', es: 'Inactiva' } },
    actions: {
      pause: { from: ['running'], to: 'paused', label: { en: 'Pause', es: 'Pausar' }, right: 'edit', asksReason: true },
      resume: { from: ['paused', 'ended'], to: 'running', label: { en: 'Resume', es: 'Reanudar' }, right: 'edit' },
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
