import { choice, date, email, gstin, integer, percent, rows, text, money } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';
import { addressFields, phoneField } from '../families/master-rules.ts';

export const supplier = defineMaster({
  route: 'masters/suppliermaster',
  kind: 'supplier',
  title: ['Suppliers', 'Proveedores'],
  rights: ['view', 'create', 'edit', 'approve'],
  autoCode: { prefix: 'S', digits: 5 },
  fields: [
    gstin('vGstin', ['GSTIN', 'GSTIN'], { required: true, column: 160, section: 'tax' }),
    text('vPan', ['PAN', 'PAN'], { upper: true, max: 10, pattern: '[A-Z]{5}\\d{4}[A-Z]', section: 'tax', column: false }),
    text('vStateCode', ['GST state code', 'Código de estado GST'], { required: true, min: 2, max: 2, pattern: '\\d{2}', section: 'address', column: false }),
    text('vCity', ['City', 'Ciudad'], { max: 60, section: 'address' }),
    ...addressFields,
    phoneField,
    email('vEmail', ['E-mail', 'Correo'], { section: 'contact', column: false }),
    rows(
      'licences',
      ['Drug licences', 'Licencias de medicamentos'],
      [
        choice('vForm', ['Form', 'Formulario'], { '20': ['20', '20'], '20B': ['20B', '20B'], '21': ['21', '21'], '21B': ['21B', '21B'] }, { required: true }),
        text('vNumber', ['Number', 'Número'], { required: true, max: 40 }),
        date('dValidTo', ['Valid till', 'Válida hasta'], { required: true }),
      ],
      { max: 10, section: 'licence' },
    ),
    date('dLicenceExpiry', ['Licence valid till', 'Licencia válida hasta'], { section: 'licence', urgentDays: 60 }),
    integer('iTermsDays', ['Payment terms (days)', 'Plazo de pago (días)'], { min: 0, max: 120, default: 30, section: 'policy', hidden: true }),
    integer('iLeadDays', ['Lead time (days)', 'Plazo de entrega (días)'], { min: 0, max: 60, default: 2, section: 'policy', column: false }),
    money('nMinOrderPaise', ['Smallest order', 'Pedido mínimo'], { max: 99_99_99_999, section: 'policy', column: false }),
    integer('iNearExpiryFromDays', ['Returns near expiry from (days)', 'Devuelve por caducar desde (días)'], {
      min: 0,
      max: 365,
      default: 90,
      section: 'policy',
      column: false,
    }),
    integer('iExpiredTillDays', ['Returns expired till (days)', 'Devuelve caducados hasta (días)'], {
      min: 0,
      max: 365,
      default: 90,
      section: 'policy',
      column: false,
    }),
    percent('nDeductionBp', ['Deduction (bp)', 'Deducción (pb)'], { min: 0, max: 10_000, section: 'policy', column: false }),
    choice(
      'vSettlement',
      ['Settlement', 'Liquidación'],
      { CREDIT_NOTE: ['Credit note', 'Nota de crédito'], REPLACEMENT: ['Replacement', 'Reposición'] },
      { default: 'CREDIT_NOTE', section: 'policy', column: false },
    ),
    text('vBankLast4', ['Bank account, last 4', 'Cuenta bancaria, últimos 4'], { min: 4, max: 4, pattern: '\\d{4}', section: 'tax', column: false }),
  ],
  unique: [['vGstin']],
  rules: [
    (fields) =>
      !String(fields.vGstin).startsWith(String(fields.vStateCode))
        ? { code: 'gstinStateMismatch', field: 'vGstin', details: { a: String(fields.vGstin).slice(0, 2), b: String(fields.vStateCode) } }
        : null,
    (fields) => (fields.vPan != null && String(fields.vGstin).slice(2, 12) !== fields.vPan ? { code: 'panMismatch', field: 'vPan' } : null),
  ],
  stages: {
    initial: 'active',
    active: ['active'],
    names: { active: ['Active', 'Activo'], held: ['Held', 'Retenido'], blocked: ['Blocked', 'Bloqueado'] },
    actions: {
      hold: { from: ['active'], to: 'held', label: ['Hold', 'Retener'], right: 'edit', asksReason: true },
      release: { from: ['held'], to: 'active', label: ['Release', 'Liberar'], right: 'edit' },
      block: { from: ['active', 'held'], to: 'blocked', label: ['Block', 'Bloquear'], right: 'approve', asksReason: true },
    },
  },
  example: {
    vName: 'Sri Balaji Agencies',
    vGstin: '29ZZZCS0101Z1Z2',
    vPan: 'ZZZCS0101Z',
    vStateCode: '29',
    vCity: 'Bengaluru',
    vPincode: '560002',
    vPhone: '9000000101',
    iTermsDays: 30,
  },
});
