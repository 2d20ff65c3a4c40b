import { words } from '#shared/core/words.ts';
import { addWords, useWords } from '#web/words/words.ts';
import type { Say } from '#web/words/words.ts';

const firstWords = words({
  en: {
    title: 'Set this house up',
    text: 'Nobody can sign in here yet. The terminal in which the house was started shows a code; with it you become its first admin.',
    code: 'Code from the terminal',
    you: 'You',
    firstName: 'First name',
    lastName: 'Last name',
    email: 'E-mail',
    password: 'Password',
    passwordHint: 'At least 12 characters',
    place: 'The first place of operation',
    placeCode: 'Short code',
    placeName: 'Name',
    placeCity: 'City',
    make: 'Become the first admin',
    made: 'You are the first admin, employee {{n}}. Sign in with your e-mail.',
  },
  es: {
    title: 'Preparar esta casa',
    text: 'Todavía nadie puede entrar aquí. El terminal en el que se inició la casa muestra un código; con él será su primer administrador.',
    code: 'Código del terminal',
    you: 'Usted',
    firstName: 'Nombre',
    lastName: 'Apellidos',
    email: 'Correo electrónico',
    password: 'Contraseña',
    passwordHint: 'Al menos 12 caracteres',
    place: 'El primer lugar de operación',
    placeCode: 'Código corto',
    placeName: 'Nombre',
    placeCity: 'Ciudad',
    make: 'Ser el primer administrador',
    made: 'Usted es el primer administrador, empleado {{n}}. Entre con su correo.',
  },
});
const namespace = 'first';

export function addFirstWords(): void {
  addWords(namespace, firstWords);
}

export function useFirstWords(): Say {
  return useWords(namespace).t;
}
