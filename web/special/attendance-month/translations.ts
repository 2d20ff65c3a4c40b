import { translations } from '#shared/core/translations.ts';

export const monthTranslations = translations({
  en: {
    board: 'Open the HR board',
    enter: 'Add attendance',
    'off.right': 'You need permission to edit attendance.',
  },
  es: {
    board: 'Abrir el tablero de RR. HH.',
    enter: 'Añadir asistencia',
    'off.right': 'Necesita permiso para editar la asistencia.',
  },
});
