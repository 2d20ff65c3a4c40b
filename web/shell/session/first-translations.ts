import { translations } from '#shared/core/translations.ts';
import { addTranslations, useTranslations } from '#web/locales/translations.ts';
import type { Translate } from '#web/locales/translations.ts';

const firstTranslations = translations({
  en: {
    title: 'Set up Ops Console',
    text: 'Nobody can sign in yet. The terminal where the server was started shows a code. Use it to become the first administrator.',
    code: 'Terminal code',
    you: 'You',
    firstName: 'First name',
    lastName: 'Last name',
    email: 'E-mail',
    password: 'Password',
    passwordHint: 'At least 12 characters',
    place: 'First place of operation',
    placeCode: 'Short code',
    placeName: 'Name',
    placeCity: 'City',
    make: 'Create administrator',
    made: 'You are the first administrator, employee {{n}}. Sign in with your e-mail.',
  },
  es: {
    title: 'Configurar Ops Console',
    text: 'Todavía nadie puede iniciar sesión. El terminal donde se inició el servidor muestra un código. Úselo para ser el primer administrador.',
    code: 'Código del terminal',
    you: 'Usted',
    firstName: 'Nombre',
    lastName: 'Apellidos',
    email: 'Correo electrónico',
    password: 'Contraseña',
    passwordHint: 'Al menos 12 caracteres',
    place: 'Primer lugar de operación',
    placeCode: 'Código corto',
    placeName: 'Nombre',
    placeCity: 'Ciudad',
    make: 'Crear administrador',
    made: 'Usted es el primer administrador, empleado {{n}}. Inicie sesión con su correo.',
  },
});
const namespace = 'first';

export function addFirstTranslations(): void {
  addTranslations(namespace, firstTranslations);
}

export function useFirstTranslations(): Translate {
  return useTranslations(namespace).t;
}
