import { translations } from '#shared/core/translations.ts';
import { addTranslations, useTranslations } from '#web/locales/translations.ts';
import type { Translate } from '#web/locales/translations.ts';

addTranslations(
  'phone-upload',
  translations({
    en: {
      title: 'Send a prescription',
      opening: 'Opening the link',
      usedTitle: 'This link cannot be used',
      used: 'It has been used on another phone, or has expired. Ask for a new one.',
      forWhom: 'For {{patient}}, {{place}}',
      take: 'Take a photo',
      choose: 'Choose a photo or PDF',
      hint: 'The whole page, in daylight, without shadows. Up to {{most}} pages, 10 MB each.',
      sending: 'Sending {{name}}',
      sent: 'Sent',
      agree: 'I agree that the pharmacy keeps these pages and reads them to prepare my medicines.',
      done: 'Finish',
      doneTitle: 'Thank you',
      doneText: 'The pages have arrived. You can close this page.',
      again: 'Try again',
    },
    es: {
      title: 'Enviar una receta',
      opening: 'Abriendo el enlace',
      usedTitle: 'Este enlace no se puede usar',
      used: 'Ya se usó en otro teléfono o ha caducado. Pida uno nuevo.',
      forWhom: 'Para {{patient}}, {{place}}',
      take: 'Hacer una foto',
      choose: 'Elegir una foto o un PDF',
      hint: 'La página entera, con luz de día y sin sombras. Hasta {{most}} páginas, 10 MB cada una.',
      sending: 'Enviando {{name}}',
      sent: 'Enviada',
      agree: 'Consiento que la farmacia guarde estas páginas y las lea para preparar mis medicamentos.',
      done: 'Terminar',
      doneTitle: 'Gracias',
      doneText: 'Las páginas han llegado. Puede cerrar esta página.',
      again: 'Intentar de nuevo',
    },
  }),
);

export function usePhoneTranslations(): Translate {
  return useTranslations('phone-upload').t;
}
