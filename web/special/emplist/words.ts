import { words } from '#shared/core/words.ts';
import { addWords, useWords } from '#web/words/words.ts';

const employeeSyncWords = words({
  en: {
    sync: 'Sync from Zoho',
    inside: 'The employee service is internal: there is no Zoho to sync from.',
    running: '{{by}} started a sync; it is in progress.',
    reading: 'Syncing from Zoho …',
    read: 'Zoho: {{items}} records read, {{applied}} changed.',
    failed: 'Zoho did not answer: {{error}}',
    lost: 'The sync with Zoho was interrupted; its result is unknown.',
    by: '{{by}}, {{ago}}',
  },
  es: {
    sync: 'Sincronizar con Zoho',
    inside: 'El servicio de empleados es interno: no hay un Zoho con el que sincronizar.',
    running: '{{by}} inició una sincronización; está en curso.',
    reading: 'Sincronizando con Zoho …',
    read: 'Zoho: {{items}} registros leídos, {{applied}} con cambios.',
    failed: 'Zoho no respondió: {{error}}',
    lost: 'La sincronización con Zoho se interrumpió; se desconoce su resultado.',
    by: '{{by}}, {{ago}}',
  },
});

const namespace = 'emplist-sync';

export function addEmployeeSyncWords(): void {
  addWords(namespace, employeeSyncWords);
}

export function useEmployeeSyncWords() {
  return useWords(namespace).t;
}
