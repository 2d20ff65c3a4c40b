import { choice, date, flag, money, note, time } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';
import { atMostDays, endsAfterStart } from '../families/master-rules.ts';

export const campaign = defineMaster({
  route: 'masters/campaignmaster',
  kind: 'campaign',
  title: ['Campaigns', 'Campañas'],
  pageSize: 100,
  fields: [
    date('dFrom', ['From', 'Desde'], { required: true, column: 105, section: 'dates' }),
    date('dTo', ['To', 'Hasta'], { required: true, column: 105, section: 'dates' }),
    money('nBudgetPaise', ['Budget', 'Presupuesto'], { max: 99_99_99_99_999, column: 110, section: 'limits' }),
    choice(
      'vChannel',
      ['Channel', 'Canal'],
      { call: ['Call', 'Llamada'], sms: ['SMS', 'SMS'], mail: ['Mail', 'Correo'], event: ['Event', 'Evento'], field: ['Field', 'Campo'], web: ['Web', 'Web'] },
      { required: true, column: 90 },
    ),
    flag('bPromotional', ['Promotional', 'Promocional'], { default: 1, filter: 'set', column: 100 }),
    note('vScript', ['Script', 'Guion'], { max: 4000, column: false }),
    time('tCallFrom', ['Calls from', 'Llamadas desde'], { section: 'limits', column: 110 }),
    time('tCallTo', ['Calls till', 'Llamadas hasta'], { section: 'limits', column: 110 }),
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
    names: { running: ['Active', 'Activa'], paused: ['Paused', 'En pausa'], ended: ['Inactive', 'Inactiva'] },
    actions: {
      pause: { from: ['running'], to: 'paused', label: ['Pause', 'Pausar'], right: 'edit', asksReason: true },
      resume: { from: ['paused', 'ended'], to: 'running', label: ['Resume', 'Reanudar'], right: 'edit' },
      end: { from: ['running', 'paused'], to: 'ended', label: ['End', 'Terminar'], right: 'edit' },
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
