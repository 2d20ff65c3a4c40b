import { translations } from '#shared/core/translations.ts';
import type { Translations } from '#shared/core/translations.ts';
import { addTranslations, useTranslations } from '#web/locales/translations.ts';

const playerTranslations = translations({
  en: {
    play: 'Play',
    pause: 'Pause',
    back: 'Back 10 s',
    forward: 'Forward 10 s',
    position: 'Position',
    failed: 'This browser cannot play the recording.',
    at: '{{now}} of {{end}}',
    speed: 'Speed',
    keys: 'Space or K plays and pauses, J and L skip ten seconds, the arrow keys five.',
    notes: 'Notes on this recording',
    noNotes: 'No notes yet.',
    note: 'Note at {{at}}',
    addNote: 'Add note',
    jump: 'Play from {{at}}: {{text}}',
    remove: 'Remove the note at {{at}}',
  },
  es: {
    play: 'Reproducir',
    pause: 'Pausar',
    back: 'Atrás 10 s',
    forward: 'Adelante 10 s',
    position: 'Posición',
    failed: 'Este navegador no puede reproducir la grabación.',
    at: '{{now}} de {{end}}',
    speed: 'Velocidad',
    keys: 'Espacio o K reproduce y pausa, J y L saltan diez segundos, las flechas cinco.',
    notes: 'Notas de esta grabación',
    noNotes: 'Aún no hay notas.',
    note: 'Nota en {{at}}',
    addNote: 'Añadir nota',
    jump: 'Reproducir desde {{at}}: {{text}}',
    remove: 'Eliminar la nota de {{at}}',
  },
});

type Key = typeof playerTranslations extends Translations<infer K> ? K : never;
export const usePlayerTranslations = (): ((key: Key, values?: Readonly<Record<string, unknown>>) => string) =>
  useTranslations('player').t;
addTranslations('player', playerTranslations);
