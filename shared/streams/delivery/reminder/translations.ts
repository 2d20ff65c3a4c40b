import { translations } from '../../../core/translations.ts';
import { saleRefusals } from '../../sales/refusals.ts';

export const reminderTranslations = translations({
  en: {
    DeliveryReminderDue: 'To be called before the delivery',
    DeliveryReminderAmountChanged: 'Amount to pay changed',
    DeliveryReminderConfirmed: 'Delivery confirmed by the customer',
    DeliveryRescheduleAsked: 'Another day asked for',
    DeliveryReminderRefused: 'Delivery refused on the phone',
    DeliveryReminderUnreachable: 'Not reached before the delivery',
    DeliveryReminderClosed: 'No call needed any more',
    reminderOver: 'The call about {{order}} is done already.',
    movedTwice: 'This delivery was moved {{n}} times. A team lead moves it again.',
    sameSlot: 'This is the slot it has already.',
    slotTooFar: 'A delivery can be moved {{n}} days ahead at most.',
    cancelDcFirst: saleRefusals.en.cancelDcFirst,
    'field.slotDate': 'New day',
    'field.slotWindow': 'Time of day',
  },
  es: {
    DeliveryReminderDue: 'Llamada pendiente antes de la entrega',
    DeliveryReminderAmountChanged: 'Cambió el importe a pagar',
    DeliveryReminderConfirmed: 'Entrega confirmada por el cliente',
    DeliveryRescheduleAsked: 'Se pidió otro día',
    DeliveryReminderRefused: 'Entrega rechazada por teléfono',
    DeliveryReminderUnreachable: 'No localizado antes de la entrega',
    DeliveryReminderClosed: 'Ya no hace falta llamar',
    reminderOver: 'La llamada sobre {{order}} ya está hecha.',
    movedTwice: 'Esta entrega se aplazó {{n}} veces. Un jefe de equipo la aplaza otra vez.',
    sameSlot: 'Es la franja que ya tiene.',
    slotTooFar: 'Una entrega se puede aplazar como máximo {{n}} días.',
    cancelDcFirst: saleRefusals.es.cancelDcFirst,
    'field.slotDate': 'Nuevo día',
    'field.slotWindow': 'Franja',
  },
});
