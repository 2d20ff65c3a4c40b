import { translations } from '#shared/core/translations.ts';
import { addTranslations, useTranslations, type Translate } from '#web/locales/translations.ts';

const namespace = 'shell-away';
addTranslations(
  namespace,
  translations({
    en: {
      title: 'No connection',
      text: 'You are working with what this device stored at {{time}}. Everything else loads when the connection is back.',
      signInLater: 'You sign in again then.',
      closed: 'the browser was closed',
    },
    es: {
      title: 'Sin conexión',
      text: 'Trabaja con lo que este dispositivo guardó a las {{time}}. Lo demás se carga cuando vuelva la conexión.',
      signInLater: 'Entonces tendrá que iniciar sesión de nuevo.',
      closed: 'el navegador se cerró',
    },
  }),
);

/** Texts of a console without a connection, in the chunks that are shown only then. */
export function useAwayTranslations(): Translate {
  return useTranslations(namespace).t;
}
