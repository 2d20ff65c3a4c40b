import { choice, flag } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

export const reason = defineMaster({
  route: 'masters/reasonmaster',
  kind: 'reason',
  title: ['Reasons', 'Motivos'],
  fields: [
    choice(
      'vReasonGroup',
      ['Group', 'Grupo'],
      {
        'call-lost': ['Call lost', 'Llamada perdida'],
        cancel: ['Cancellation', 'Anulación'],
        reschedule: ['Reschedule', 'Cambio de fecha'],
        exit: ['Customer exit', 'Salida del cliente'],
        'reject-prescription': ['Prescription rejected', 'Receta rechazada'],
        'late-start': ['Late start', 'Inicio tardío'],
        'expense-reject': ['Expense rejected', 'Gasto rechazado'],
        'slot-block': ['Slot block', 'Bloqueo de turno'],
        return: ['Return', 'Devolución'],
      },
      { required: true },
    ),
    flag('bNeedsText', ['Needs text', 'Pide texto'], { default: 0 }),
  ],
  example: { vCode: 'NO-ANSWER', vName: 'Customer does not answer', vReasonGroup: 'call-lost', bNeedsText: 0 },
});
