import { headOf } from '../core/cut.ts';
import {
  choice,
  date,
  email,
  yesNo,
  gstin,
  number,
  percent,
  rows,
  text,
  money,
} from '../families/master-field.ts';
import type { Permission } from '../core/permission.ts';
import { defineMaster } from '../families/master.ts';
import { addressFields, phoneField } from '../families/master-rules.ts';

/** Given together or not at all; a change of them waits for a second person. */
const bankFields = ['vAccountHolder', 'vBankAccount', 'vIfsc'] as const;
const reveal: readonly Permission[] = ['Masters/suppliermaster:approve'];

export const supplier = defineMaster({
  route: 'masters/suppliermaster',
  kind: 'supplier',
  service: 'supplier',
  serviceCall: {
    service: 'supplier',
    path: 'supplier',
    id: 'iSupplierId',
    names: { vName: 'vSupplierName' },
  },
  title: { en: 'Suppliers', es: 'Proveedores' },
  rights: ['view', 'create', 'edit', 'approve'],
  autoCode: { prefix: 'S', digits: 5 },
  fields: [
    gstin('vGstin', { en: 'GSTIN', es: 'GSTIN' }, { required: true, column: 160, section: 'tax' }),
    text(
      'vPan',
      { en: 'PAN', es: 'PAN' },
      {
        upper: true,
        max: 10,
        pattern: '[A-Z]{5}\\d{4}[A-Z]',
        section: 'tax',
        column: false,
        secret: reveal,
      },
    ),
    text(
      'vStateCode',
      { en: 'GST state code', es: 'Código de estado GST' },
      { required: true, min: 2, max: 2, pattern: '\\d{2}', section: 'address', column: false },
    ),
    text('vCity', { en: 'City', es: 'Ciudad' }, { max: 60, section: 'address' }),
    ...addressFields,
    phoneField,
    email('vEmail', { en: 'E-mail', es: 'Correo' }, { section: 'contact', column: false }),
    rows(
      'licences',
      { en: 'Drug licences', es: 'Licencias de medicamentos' },
      [
        choice(
          'vForm',
          { en: 'Form', es: 'Formulario' },
          {
            '20': { en: '20', es: '20' },
            '20B': { en: '20B', es: '20B' },
            '21': { en: '21', es: '21' },
            '21B': { en: '21B', es: '21B' },
          },
          { required: true },
        ),
        text('vNumber', { en: 'Number', es: 'Número' }, { required: true, max: 40 }),
        date('dValidTo', { en: 'Valid till', es: 'Válida hasta' }, { required: true }),
      ],
      { max: 10, section: 'licence' },
    ),
    date(
      'dLicenceExpiry',
      { en: 'Licence valid till', es: 'Licencia válida hasta' },
      { section: 'licence', urgentDays: 60 },
    ),
    number(
      'iTermsDays',
      { en: 'Payment terms (days)', es: 'Plazo de pago (días)' },
      { min: 0, max: 120, default: 30, section: 'policy', hidden: true },
    ),
    number(
      'iLeadDays',
      { en: 'Lead time (days)', es: 'Plazo de entrega (días)' },
      { min: 0, max: 60, default: 2, section: 'policy', column: false },
    ),
    money(
      'nMinOrderPaise',
      { en: 'Minimum order value', es: 'Importe mínimo del pedido' },
      { max: 99_99_99_999, section: 'policy', column: false, formerly: ['Smallest order', 'Pedido mínimo'] },
    ),
    number(
      'iNearExpiryFromDays',
      { en: 'Returns near expiry from (days)', es: 'Devuelve por caducar desde (días)' },
      {
        min: 0,
        max: 365,
        default: 90,
        section: 'policy',
        column: false,
      },
    ),
    number(
      'iExpiredTillDays',
      { en: 'Accepts expired returns for (days)', es: 'Acepta caducados durante (días)' },
      {
        min: 0,
        max: 365,
        formerly: ['Returns expired till (days)', 'Devuelve caducados hasta (días)'],
        default: 90,
        section: 'policy',
        column: false,
      },
    ),
    percent(
      'nDeductionBp',
      { en: 'Deduction, %', es: 'Deducción, %' },
      { min: 0, max: 10_000, section: 'policy', column: false },
    ),
    choice(
      'vSettlement',
      { en: 'Settlement', es: 'Liquidación' },
      {
        CREDIT_NOTE: { en: 'Credit note', es: 'Nota de crédito' },
        REPLACEMENT: { en: 'Replacement', es: 'Reposición' },
      },
      { default: 'CREDIT_NOTE', section: 'policy', column: false },
    ),
    text(
      'vAccountHolder',
      { en: 'Account holder', es: 'Titular de la cuenta' },
      { max: 100, section: 'bank', column: false },
    ),
    text(
      'vBankAccount',
      { en: 'Bank account', es: 'Cuenta bancaria' },
      { min: 9, max: 18, pattern: '\\d{9,18}', section: 'bank', column: false, secret: reveal },
    ),
    text(
      'vIfsc',
      { en: 'IFSC', es: 'IFSC' },
      { upper: true, max: 11, pattern: '[A-Z]{4}0[A-Z0-9]{6}', section: 'bank', column: false },
    ),
    yesNo(
      'bBankWaits',
      { en: 'Bank change to confirm', es: 'Cambio bancario por confirmar' },
      { kept: true, section: 'bank', column: 150 },
    ),
  ],
  checked: { fields: [...bankFields], mark: 'bBankWaits' },
  unique: [['vGstin']],
  rules: [
    (fields) =>
      !String(fields.vGstin).startsWith(String(fields.vStateCode))
        ? {
            code: 'gstinStateMismatch',
            field: 'vGstin',
            details: { a: headOf(String(fields.vGstin), 2), b: String(fields.vStateCode) },
          }
        : null,
    (fields) =>
      fields.vPan != null && String(fields.vGstin).slice(2, 12) !== fields.vPan
        ? { code: 'panMismatch', field: 'vPan' }
        : null,
    (fields) => {
      const missing = bankFields.find((name) => fields[name] == null);
      return missing !== undefined && bankFields.some((name) => fields[name] != null)
        ? { code: 'bankIncomplete', field: missing }
        : null;
    },
  ],
  stages: {
    initial: 'active',
    active: ['active'],
    names: {
      active: { en: 'Active', es: 'Activo' },
      held: { en: 'Held', es: 'Retenido' },
      blocked: { en: 'Blocked', es: 'Bloqueado' },
    },
    actions: {
      hold: {
        from: ['active'],
        to: 'held',
        label: { en: 'Hold', es: 'Retener' },
        right: 'edit',
        requiresReason: true,
      },
      release: { from: ['held'], to: 'active', label: { en: 'Release', es: 'Liberar' }, right: 'edit' },
      block: {
        from: ['active', 'held'],
        to: 'blocked',
        label: { en: 'Block', es: 'Bloquear' },
        right: 'approve',
        requiresReason: true,
      },
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
    vAccountHolder: 'Sri Balaji Agencies',
    vBankAccount: '300100001001',
    vIfsc: 'ZZZZ0000001',
  },
});
