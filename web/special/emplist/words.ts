import { words } from '#shared/core/words.ts';
import { addWords, useWords } from '#web/words/words.ts';

const employeeSyncWords = words({
  en: {
    sync: 'Sync from Zoho',
    inside: 'The employee service is part of this house: there is no Zoho outside to ask.',
    running: '{{by}} asked, and the employee service is being read now.',
    reading: 'Zoho is being read …',
    read: 'Zoho: {{items}} read, {{applied}} of them new.',
    failed: 'Zoho did not answer: {{error}}',
    lost: 'Zoho was asked, and nobody knows what came of it.',
    by: '{{by}}, {{ago}}',
  },
  es: {
    sync: 'Sincronizar con Zoho',
    inside: 'El servicio de empleados es parte de esta casa: no hay un Zoho fuera a quien preguntar.',
    running: '{{by}} lo pidió, y el servicio de empleados se está leyendo ahora.',
    reading: 'Leyendo Zoho …',
    read: 'Zoho: {{items}} leídos, {{applied}} con novedades.',
    failed: 'Zoho no respondió: {{error}}',
    lost: 'Se preguntó a Zoho, y nadie sabe qué resultó.',
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
