import { choice, yesNo } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

/** Initial reasons: for lost leads and for blocked hours. */
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
  title: { en: 'Reasons', es: 'Motivos' },
  fields: [
    choice(
      'vReasonGroup',
      { en: 'Group', es: 'Grupo' },
      {
        'call-lost': { en: 'Call lost', es: 'Llamada perdida' },
        cancel: { en: 'Cancellation', es: 'Anulación' },
        reschedule: { en: 'Reschedule', es: 'Cambio de fecha' },
        exit: { en: 'Customer exit', es: 'Baja del cliente' },
        'reject-prescription': { en: 'Prescription rejected', es: 'Receta rechazada' },
        'late-start': { en: 'Late start', es: 'Inicio tardío' },
        'expense-reject': { en: 'Expense rejected', es: 'Gasto rechazado' },
        'slot-block': { en: 'Slot block', es: 'Bloqueo de franja' },
        return: { en: 'Return', es: 'Devolución' },
      },
      { required: true },
    ),
    yesNo('bNeedsText', { en: 'Needs text', es: 'Pide texto' }, { default: 0 }),
  ],
  fixed: first.map(([vCode, vName, vReasonGroup, bNeedsText], i) => ({
    id: i + 1,
    fields: { vCode, vName, vReasonGroup, bNeedsText: bNeedsText ?? 0 },
  })),
  example: { vCode: 'STOCK-TAKING', vName: 'Counts the stock', vReasonGroup: 'slot-block', bNeedsText: 0 },
});
