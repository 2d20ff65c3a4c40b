import { translations } from '#shared/core/translations.ts';
import { addTranslations, useTranslations, type Translate } from '#web/locales/translations.ts';

const namespace = 'parts-outbox';
addTranslations(
  namespace,
  translations({
    en: {
      outbox: 'Not sent yet',
      toSend_one: '{{count}} entry waits on this device',
      toSend_many: '{{count}} entries wait on this device',
      toSend_other: '{{count}} entries wait on this device',
      sending_one: 'Sending {{count}} entry',
      sending_many: 'Sending {{count}} entries',
      sending_other: 'Sending {{count}} entries',
      sendNow: 'Send now',
      unkept:
        'This device has no room to keep what you enter. Free some space or stay connected; nothing was sent.',
      refused: '“{{what}}” was refused: {{ref}}, recorded at {{time}}',
      overtaken: 'It went on without this. What you entered after it is sent all the same.',
      open: 'Open',
      sendAgain: 'Send again',
      discard: 'Discard',
      keep: 'Keep',
      discardTitle: 'Discard what was not sent?',
      discardText: '“{{what}}” is removed from this device and never sent.',
    },
    es: {
      outbox: 'Sin enviar',
      toSend_one: '{{count}} anotación espera en este dispositivo',
      toSend_many: '{{count}} anotaciones esperan en este dispositivo',
      toSend_other: '{{count}} anotaciones esperan en este dispositivo',
      sending_one: 'Enviando {{count}} anotación',
      sending_many: 'Enviando {{count}} anotaciones',
      sending_other: 'Enviando {{count}} anotaciones',
      sendNow: 'Enviar ahora',
      unkept:
        'Este dispositivo no tiene sitio para guardar lo que introduce. Libere espacio o siga conectado; no se envió nada.',
      refused: '«{{what}}» se rechazó: {{ref}}, anotado a las {{time}}',
      overtaken: 'Siguió adelante sin esto. Lo que anotó después se envía igualmente.',
      open: 'Abrir',
      sendAgain: 'Enviar de nuevo',
      discard: 'Descartar',
      keep: 'Conservar',
      discardTitle: '¿Descartar lo que no se envió?',
      discardText: '«{{what}}» se elimina de este dispositivo y no se envía nunca.',
    },
  }),
);

export function useOutboxTranslations(): Translate {
  return useTranslations(namespace).t;
}
