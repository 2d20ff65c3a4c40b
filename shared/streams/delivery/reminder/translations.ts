import { translations } from '../../../core/translations.ts';
import { saleRefusals } from '../../sales/refusals.ts';

export const reminderTranslations = translations({
  en: {
    DeliveryReminderAmountChanged: 'Amount to pay changed',
    DeliveryReminderDue: 'Call due before the delivery',
    DeliveryReminderConfirmed: 'Delivery confirmed by the customer',
    DeliveryRescheduleAsked: 'Another day requested',
    DeliveryReminderRefused: 'Delivery refused on the phone',
    DeliveryReminderUnreachable: 'Not reached before the delivery',
    DeliveryReminderClosed: 'No call needed any more',
    reminderOver: 'The call about {{order}} is done already.',
    movedTwice: 'This delivery was rescheduled {{n}} times. Only a team lead can reschedule it again.',
    sameSlot: 'The delivery already has this slot.',
    slotTooFar: 'A delivery can be rescheduled at most {{n}} days ahead.',
    cancelDcFirst: saleRefusals.en.cancelDcFirst,
    'field.slotDate': 'New day',
    'field.slotWindow': 'Slot',
  },
  es: {
    DeliveryReminderDue: 'Llamada pendiente antes de la entrega',
    DeliveryReminderAmountChanged: 'Cambió el importe a pagar',
    DeliveryReminderConfirmed: 'Entrega confirmada por el cliente',
    DeliveryRescheduleAsked: 'Otro día solicitado',
    DeliveryReminderRefused: 'Entrega rechazada por teléfono',
    DeliveryReminderUnreachable: 'No localizado antes de la entrega',
    DeliveryReminderClosed: 'Ya no hace falta llamar',
    reminderOver: 'La llamada sobre {{order}} ya está hecha.',
    movedTwice:
      'Esta entrega se reprogramó {{n}} veces. Solo un jefe de equipo puede reprogramarla otra vez.',
    sameSlot: 'La entrega ya tiene esa franja.',
    slotTooFar: 'Una entrega se puede reprogramar con {{n}} días como máximo.',
    cancelDcFirst: saleRefusals.es.cancelDcFirst,
    'field.slotDate': 'Nuevo día',
    'field.slotWindow': 'Franja',
  },
});
