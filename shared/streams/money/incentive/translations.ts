import { translations } from '../../../core/translations.ts';

export const incentiveTranslations = translations({
  en: {
    IncentiveAccrued: 'Earned',
    IncentiveReversed: 'Reversed',
    IncentiveAdjustmentRequested: 'Adjustment requested',
    IncentiveAdjusted: 'Adjusted',
    IncentiveAdjustmentDeclined: 'Adjustment declined',
    IncentivePaid: 'Paid out',
    'field.paise': 'Amount',
    'field.reason': 'Reason',
    'field.reference': 'Payment reference',
    selfIncentive: 'Somebody else must do this with your own incentives.',
    adjustmentZero: 'An adjustment of 0 changes nothing.',
    adjustmentWaits: 'An adjustment by {{name}} is pending; decide on it first.',
    nothingWaits: 'This adjustment is no longer pending.',
    selfApproval: 'Somebody else must confirm what you requested.',
    nothingOwed: 'Nothing can be paid out: the balance is {{balance}}.',
    balanceMoved: 'The balance is now {{balance}}. Check it before you pay.',
    dsaNotPayable: 'The documents of {{name}} are not verified by HR and Accounts, so nothing can be paid.',
    noLongerNeeded: 'Nothing to do any more.',
  },
  es: {
    IncentiveAccrued: 'Devengado',
    IncentiveReversed: 'Revertido',
    IncentiveAdjustmentRequested: 'Ajuste solicitado',
    IncentiveAdjusted: 'Ajustado',
    IncentiveAdjustmentDeclined: 'Ajuste rechazado',
    IncentivePaid: 'Pagado',
    'field.paise': 'Importe',
    'field.reason': 'Motivo',
    'field.reference': 'Referencia del pago',
    selfIncentive: 'Con sus propios incentivos debe hacerlo otra persona.',
    adjustmentZero: 'Un ajuste de 0 no cambia nada.',
    adjustmentWaits: 'Hay un ajuste pendiente de {{name}}; decida antes sobre él.',
    nothingWaits: 'Ese ajuste ya no está pendiente.',
    selfApproval: 'Otra persona debe confirmar lo que usted solicitó.',
    nothingOwed: 'No se puede pagar nada: el saldo es {{balance}}.',
    balanceMoved: 'El saldo es ahora {{balance}}. Revíselo antes de pagar.',
    dsaNotPayable:
      'RR. HH. y Contabilidad no han verificado los documentos de {{name}}: no se le puede pagar nada.',
    noLongerNeeded: 'Ya no hay nada que hacer.',
  },
});

export const earningTranslations = translations({
  en: {
    EarningAccrued: 'Incentive earned',
    EarningReversed: 'Incentive reversed',
    EarningReceived: 'Payment received',
    CustomerEarned: 'Order with an incentive',
    noLongerNeeded: 'Nothing to do any more.',
  },
  es: {
    EarningAccrued: 'Incentivo devengado',
    EarningReversed: 'Incentivo revertido',
    EarningReceived: 'Pago recibido',
    CustomerEarned: 'Pedido con incentivo',
    noLongerNeeded: 'Ya no hay nada que hacer.',
  },
});
