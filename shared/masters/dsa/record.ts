import type { Fields, MasterSpec } from '../../families/master-def.ts';
import { date, flag, reference, text } from '../../families/master-field.ts';

/** A direct selling agent's papers; HR verifies first, then Accounts, never one person both. */
export const dsaRecord = {
  kind: 'dsa',
  plain: true,
  scope: 'iEmpId',
  placeOf: 'iEmpId',
  waits: ['submitted', 'sentBack', 'hrVerified'],
  fields: [
    reference('iEmpId', ['Affiliate', 'Afiliado'], 'employee', { required: true, readOnly: true, lookupWhere: { field: 'iIsAffiliate', value: '1' } }),
    text('vPan', ['PAN', 'PAN'], { required: true, upper: true, max: 10, pattern: '[A-Z]{5}\\d{4}[A-Z]', column: false }),
    text('vPanLast4', ['PAN, last 4', 'PAN, últimos 4'], { max: 4, column: 110 }),
    text('vAadhaarLast4', ['Aadhaar, last 4', 'Aadhaar, últimos 4'], { min: 4, max: 4, pattern: '\\d{4}', column: false }),
    text('vBankAccount', ['Bank account', 'Cuenta bancaria'], { required: true, min: 9, max: 18, pattern: '\\d{9,18}', column: false }),
    text('vIfsc', ['IFSC', 'IFSC'], { required: true, upper: true, max: 11, pattern: '[A-Z]{4}0[A-Z0-9]{6}', column: false }),
    flag('bAgreement', ['Agreement signed', 'Contrato firmado'], { default: 0 }),
    date('dAgreement', ['Agreement of', 'Contrato del'], { column: false }),
  ],
  rules: [
    (fields: Fields) =>
      fields.vPanLast4 !== undefined && String(fields.vPan).slice(5, 9) !== fields.vPanLast4 ? { code: 'panMismatch', field: 'vPanLast4' } : null,
  ],
  unique: [['iEmpId'], ['vPan']],
  frozen: ['accVerified'],
  stages: {
    initial: 'submitted',
    active: ['accVerified'],
    names: {
      submitted: ['Submitted', 'Enviado'],
      sentBack: ['Sent back', 'Devuelto'],
      hrVerified: ['Verified by HR', 'Verificado por RR. HH.'],
      accVerified: ['Payable', 'Pagable'],
      suspended: ['Suspended', 'Suspendido'],
      rejected: ['Rejected', 'Rechazado'],
    },
    actions: {
      resubmit: { from: ['sentBack'], to: 'submitted', label: ['Submit again', 'Enviar de nuevo'], right: 'edit', screen: 'affiliateMaster' },
      hrVerify: {
        from: ['submitted'],
        to: 'hrVerified',
        label: ['Verify (HR)', 'Verificar (RR. HH.)'],
        right: 'approve',
        screen: 'dsa-verification/2',
        notBy: ['create'],
        notSelf: 'iEmpId',
      },
      hrSendBack: {
        from: ['submitted'],
        to: 'sentBack',
        label: ['Send back (HR)', 'Devolver (RR. HH.)'],
        right: 'approve',
        screen: 'dsa-verification/2',
        asksReason: true,
      },
      hrReject: {
        from: ['submitted'],
        to: 'rejected',
        label: ['Reject (HR)', 'Rechazar (RR. HH.)'],
        right: 'approve',
        screen: 'dsa-verification/2',
        asksReason: true,
      },
      accVerify: {
        from: ['hrVerified'],
        to: 'accVerified',
        label: ['Verify (Accounts)', 'Verificar (Cuentas)'],
        right: 'approve',
        screen: 'dsa-verification/1',
        notBy: ['hrVerify', 'create'],
        notSelf: 'iEmpId',
      },
      accSendBack: {
        from: ['hrVerified'],
        to: 'sentBack',
        label: ['Send back (Accounts)', 'Devolver (Cuentas)'],
        right: 'approve',
        screen: 'dsa-verification/1',
        asksReason: true,
      },
      suspend: { from: ['accVerified'], to: 'suspended', label: ['Suspend', 'Suspender'], right: 'approve', screen: 'dsa-verification/1', asksReason: true },
      reopen: {
        from: ['suspended'],
        to: 'hrVerified',
        label: ['Verify again', 'Verificar de nuevo'],
        right: 'approve',
        screen: 'dsa-verification/1',
        asksReason: true,
      },
    },
  },
  example: { iEmpId: 1, vPan: 'ZZZPA1234Z', vPanLast4: '1234', vAadhaarLast4: '4321', vBankAccount: '123456789012', vIfsc: 'ABCD0123456', bAgreement: 1 },
} as const satisfies Omit<MasterSpec, 'route' | 'title'>;
