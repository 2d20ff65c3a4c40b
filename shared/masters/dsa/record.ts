import type { Fields, MasterSpec, Problem } from '../../families/master-def.ts';
import type { Permission } from '../../core/permission.ts';
import { date, file, yesNo, reference, text } from '../../families/master-field.ts';

const bank = ['vBankAccount', 'vIfsc'] as const;
const verifiedByHr = [
  'vPan',
  'vPanLast4',
  'vAadhaarLast4',
  'bAgreement',
  'dAgreement',
  'agreementFile',
  'panFile',
  'photoFile',
] as const;
/** A document shows what the masks hide, so only verifiers may open it. */
const papers: readonly Permission[] = [
  'Masters/dsa-verification/2:approve',
  'Masters/dsa-verification/1:approve',
];

/** Nobody is verified, and so nobody is paid, without a signed agreement. */
const agreed = (fields: Fields): Problem | null =>
  fields.bAgreement === 1 ? null : { code: 'agreementMissing', field: 'bAgreement' };

/** A direct selling agent's documents: verified by HR, then by Accounts, never both by one person. */
export const dsaRecord = {
  kind: 'dsa',
  plain: true,
  scope: 'iEmpId',
  placeOf: 'iEmpId',
  waits: ['submitted', 'sentBack', 'sentBackByAccounts', 'hrVerified'],
  fields: [
    reference('iEmpId', { en: 'Affiliate', es: 'Afiliado' }, 'employee', {
      required: true,
      readOnly: true,
      lookupWhere: { field: 'iIsAffiliate', value: '1' },
    }),
    text(
      'vPan',
      { en: 'PAN', es: 'PAN' },
      {
        required: true,
        upper: true,
        max: 10,
        pattern: '[A-Z]{5}\\d{4}[A-Z]',
        column: false,
        secret: ['Masters/dsa-verification/2:approve', 'Masters/dsa-verification/1:approve'],
      },
    ),
    text('vPanLast4', { en: 'PAN, last 4', es: 'PAN, últimos 4' }, { max: 4, column: 110 }),
    text(
      'vAadhaarLast4',
      { en: 'Aadhaar, last 4', es: 'Aadhaar, últimos 4' },
      { min: 4, max: 4, pattern: '\\d{4}', column: false },
    ),
    text(
      'vBankAccount',
      { en: 'Bank account', es: 'Cuenta bancaria' },
      {
        required: true,
        min: 9,
        max: 18,
        pattern: '\\d{9,18}',
        column: false,
        secret: ['Masters/dsa-verification/1:approve'],
      },
    ),
    text(
      'vIfsc',
      { en: 'IFSC', es: 'IFSC' },
      { required: true, upper: true, max: 11, pattern: '[A-Z]{4}0[A-Z0-9]{6}', column: false },
    ),
    yesNo('bAgreement', { en: 'Agreement signed', es: 'Contrato firmado' }, { default: 0 }),
    date('dAgreement', { en: 'Agreement of', es: 'Contrato del' }, { column: false }),
    file(
      'agreementFile',
      { en: 'Agreement, file', es: 'Contrato, archivo' },
      { column: false, opens: papers },
    ),
    file('panFile', { en: 'PAN card, file', es: 'Tarjeta PAN, archivo' }, { column: false, opens: papers }),
    file('photoFile', { en: 'Photo', es: 'Foto' }, { column: false, opens: papers }),
  ],
  rules: [
    (fields: Fields) =>
      fields.vPanLast4 !== undefined && String(fields.vPan).slice(5, 9) !== fields.vPanLast4
        ? { code: 'panMismatch', field: 'vPanLast4' }
        : null,
    (fields: Fields) => (fields.dAgreement === undefined ? null : agreed(fields)),
  ],
  unique: [['iEmpId'], ['vPan']],
  frozen: ['suspended', 'rejected'],
  // Verified fields need a new verification by the same step once they change.
  returns: [
    { fields: verifiedByHr, from: ['hrVerified', 'accVerified'], to: 'submitted' },
    { fields: bank, from: ['accVerified'], to: 'hrVerified' },
  ],
  stages: {
    initial: 'submitted',
    active: ['accVerified'],
    names: {
      submitted: { en: 'Submitted', es: 'Enviado' },
      sentBack: { en: 'Sent back by HR', es: 'Devuelto por RR. HH.' },
      sentBackByAccounts: { en: 'Sent back by Accounts', es: 'Devuelto por Cuentas' },
      hrVerified: { en: 'Verified by HR', es: 'Verificado por RR. HH.' },
      accVerified: { en: 'Payable', es: 'Pagable' },
      suspended: { en: 'Suspended', es: 'Suspendido' },
      rejected: { en: 'Rejected', es: 'Rechazado' },
    },
    actions: {
      resubmit: {
        from: ['sentBack', 'sentBackByAccounts'],
        to: 'submitted',
        label: { en: 'Submit again', es: 'Enviar de nuevo' },
        right: 'edit',
        screen: 'affiliateMaster',
      },
      hrVerify: {
        from: ['submitted'],
        to: 'hrVerified',
        label: { en: 'Verify (HR)', es: 'Verificar (RR. HH.)' },
        right: 'approve',
        screen: 'dsa-verification/2',
        notBy: ['create'],
        notChanged: verifiedByHr,
        notSelf: 'iEmpId',
        guard: agreed,
      },
      hrSendBack: {
        from: ['submitted'],
        to: 'sentBack',
        label: { en: 'Send back (HR)', es: 'Devolver (RR. HH.)' },
        right: 'approve',
        screen: 'dsa-verification/2',
        requiresReason: true,
      },
      hrReject: {
        from: ['submitted'],
        to: 'rejected',
        label: { en: 'Reject (HR)', es: 'Rechazar (RR. HH.)' },
        right: 'approve',
        screen: 'dsa-verification/2',
        requiresReason: true,
      },
      accVerify: {
        from: ['hrVerified'],
        to: 'accVerified',
        label: { en: 'Verify (Accounts)', es: 'Verificar (Cuentas)' },
        right: 'approve',
        screen: 'dsa-verification/1',
        notBy: ['hrVerify', 'create'],
        notChanged: bank,
        notSelf: 'iEmpId',
        guard: agreed,
      },
      accSendBack: {
        from: ['hrVerified'],
        to: 'sentBackByAccounts',
        label: { en: 'Send back (Accounts)', es: 'Devolver (Cuentas)' },
        right: 'approve',
        screen: 'dsa-verification/1',
        requiresReason: true,
      },
      suspend: {
        from: ['accVerified'],
        to: 'suspended',
        label: { en: 'Suspend', es: 'Suspender' },
        right: 'approve',
        screen: 'dsa-verification/1',
        requiresReason: true,
      },
      reopen: {
        from: ['suspended'],
        to: 'hrVerified',
        label: { en: 'Verify again', es: 'Verificar de nuevo' },
        right: 'approve',
        screen: 'dsa-verification/1',
        requiresReason: true,
      },
    },
  },
  example: {
    iEmpId: 1,
    vPan: 'ZZZPA1234Z',
    vPanLast4: '1234',
    vAadhaarLast4: '4321',
    vBankAccount: '123456789012',
    vIfsc: 'ABCD0123456',
    bAgreement: 1,
  },
} as const satisfies Omit<MasterSpec, 'route' | 'title'>;
