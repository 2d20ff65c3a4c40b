import { choice, flag } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

/** What every house begins with: why a lead is given up, why somebody's hours are blocked. */
const first: readonly (readonly [code: string, name: string, group: string, needsText?: 1])[] = [
  ['NOT-INTERESTED', 'Not interested', 'call-lost'],
  ['BUYS-NEARBY', 'Buys from a pharmacy nearby', 'call-lost'],
  ['TOO-DEAR', 'Finds it too dear', 'call-lost'],
  ['LIVES-ELSEWHERE', 'Lives in another city now', 'call-lost'],
  ['WRONG-NUMBER', 'Number belongs to somebody else', 'call-lost'],
  ['LOST-OTHER', 'Other', 'call-lost', 1],
  ['TRAINING', 'Training', 'slot-block'],
  ['LEAVE', 'Leave', 'slot-block'],
];

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
  fixed: first.map(([vCode, vName, vReasonGroup, bNeedsText], i) => ({ id: i + 1, fields: { vCode, vName, vReasonGroup, bNeedsText: bNeedsText ?? 0 } })),
  example: { vCode: 'STOCK-TAKING', vName: 'Counts the stock', vReasonGroup: 'slot-block', bNeedsText: 0 },
});
