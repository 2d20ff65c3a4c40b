import { translations } from '#shared/core/translations.ts';
import { addTranslations, useTranslations } from '#web/locales/translations.ts';

const incentiveTranslations = translations({
  en: {
    title: 'Incentives',
    balance: 'Balance:',
    carried: 'carried on to the next payout',
    paidLast: 'Last paid: {{amount}}, {{at}} ({{reference}})',
    waiting: 'Adjustment to confirm:',
    by: 'Requested by {{by}}',
    pay: 'Record payout',
    payTitle: 'Record the payout of {{amount}}?',
    payText: 'The whole balance is paid, and all entries so far are closed.',
    reference: 'Payment reference',
    referenceShort: 'At least 3 characters.',
    adjust: 'Request adjustment',
    adjustTitle: 'Request an adjustment',
    adjustSend: 'Send request',
    way: 'Adjustment',
    'way.add': 'Add to the balance',
    'way.take': 'Take from the balance',
    amount: 'Amount',
    amountMissing: 'Enter an amount.',
    reason: 'Reason',
    confirm: 'Confirm',
    decline: 'Decline',
    declineTitle: 'Decline the adjustment?',
    close: 'Close',
    ledger: 'Open the ledger',
    own: 'Somebody else must do this with your own incentives.',
    ownRequest: 'Somebody else must confirm what you requested.',
    waits: 'An adjustment waits already; decide about it first.',
    nothingOwed: 'Nothing is owed now.',
    notVerified: 'The documents are not verified, so nothing can be paid.',
    'done.adjust': 'Adjustment requested',
    'done.confirm': 'Adjustment confirmed',
    'done.decline': 'Adjustment declined',
    'done.pay': 'Payout recorded',
  },
  es: {
    title: 'Incentivos',
    balance: 'Saldo:',
    carried: 'se arrastra al próximo pago',
    paidLast: 'Último pago: {{amount}}, {{at}} ({{reference}})',
    waiting: 'Ajuste por confirmar:',
    by: 'Solicitado por {{by}}',
    pay: 'Registrar pago',
    payTitle: '¿Registrar el pago de {{amount}}?',
    payText: 'Se paga todo el saldo y se cierran los asientos hasta ahora.',
    reference: 'Referencia del pago',
    referenceShort: 'Al menos 3 caracteres.',
    adjust: 'Solicitar ajuste',
    adjustTitle: 'Solicitar un ajuste',
    adjustSend: 'Enviar solicitud',
    way: 'Ajuste',
    'way.add': 'Sumar al saldo',
    'way.take': 'Restar del saldo',
    amount: 'Importe',
    amountMissing: 'Indique un importe.',
    reason: 'Motivo',
    confirm: 'Confirmar',
    decline: 'Rechazar',
    declineTitle: '¿Rechazar el ajuste?',
    close: 'Cerrar',
    ledger: 'Abrir el libro',
    own: 'Con sus propios incentivos debe hacerlo otra persona.',
    ownRequest: 'Otra persona debe confirmar lo que usted solicitó.',
    waits: 'Ya espera un ajuste; decida antes sobre él.',
    nothingOwed: 'Ahora no se debe nada.',
    notVerified: 'Los documentos no están verificados: no se puede pagar nada.',
    'done.adjust': 'Ajuste solicitado',
    'done.confirm': 'Ajuste confirmado',
    'done.decline': 'Ajuste rechazado',
    'done.pay': 'Pago registrado',
  },
});

const namespace = 'incentive-account';

export function addIncentiveTranslations(): void {
  addTranslations(namespace, incentiveTranslations);
}

export function useIncentiveTranslations() {
  return useTranslations(namespace).t;
}
