import { translations } from '#shared/core/translations.ts';

export const monthTranslations = translations({
  en: {
    board: 'Open the HR board',
    enter: 'Enter a day',
    'off.right': 'You need permission to edit attendance.',
  },
  es: {
    board: 'Abrir el tablero de RR. HH.',
    enter: 'Registrar un día',
    'off.right': 'Necesita permiso para editar la asistencia.',
  },
});
