import { words } from '#shared/core/words.ts';
import type { Words } from '#shared/core/words.ts';
import { addWords, useWords } from '#web/words/words.ts';

const formWords = words({
  en: {
    drafts: 'To go on with',
    draftsNone: 'Nothing is waiting to be finished',
    draftsNoneText: 'What you start is kept here by itself until you submit it.',
    go: 'Go on',
    noName: 'without a name yet',
    'stage.draft': 'Draft',
    'stage.infoRequested': 'Question to answer',
    changed: 'changed {{time}}',
    back: 'All drafts',
    stepOf: 'Step {{n}} of {{total}}',
    steps: 'Steps',
    next: 'Next',
    previous: 'Back',
    stepDone: 'complete',
    stepWrong: 'needs attention',
    stepNow: 'you are here',
    stepOpen: 'not yet',
    saving: 'Saving',
    saved: 'Saved at {{time}}',
    unsaved: 'Not saved yet',
    savedLeft: 'Saved at {{time}}; {{fields}} not yet',
    saveFailed: 'Could not be saved',
    saveNow: 'Save now',
    leaveTitle: 'Leave without saving?',
    leaveText: 'The last changes could not be saved: {{why}} They would be lost.',
    leave: 'Leave',
    stay: 'Stay',
    fixProblems_one: '{{count}} field needs attention',
    fixProblems_many: '{{count}} fields need attention',
    fixProblems_other: '{{count}} fields need attention',
    fixed: 'Cannot be changed once the record exists.',
    add: 'Add',
    conflict: 'Somebody changed this record: {{message}}',
    conflictTheirs: 'Load the other version',
    conflictMine: 'Keep mine',
    submitted: '{{ref}} is submitted.',
    openSubmitted: 'Start another',
    addTag: 'Type and press Enter',
    removeTag: 'Remove {{name}}',
    fileKind: 'Kind of document',
    dropFiles: 'Drop files here or choose them',
    chooseFiles: 'Choose files',
    cancelUpload: 'Cancel {{name}}',
    uploading: '{{name}} · {{percent}} %',
    full: 'No more than {{n}}.',
    editing: 'This record is {{stage}} and cannot be edited here.',
    off: 'No connection; what you type is kept on this page and saved when it is back.',
  },
  es: {
    drafts: 'Para continuar',
    draftsNone: 'Nada espera ser terminado',
    draftsNoneText: 'Lo que empiece se guarda aquí solo hasta que lo envíe.',
    go: 'Continuar',
    noName: 'aún sin nombre',
    'stage.draft': 'Borrador',
    'stage.infoRequested': 'Pregunta por responder',
    changed: 'cambiado {{time}}',
    back: 'Todos los borradores',
    stepOf: 'Paso {{n}} de {{total}}',
    steps: 'Pasos',
    next: 'Siguiente',
    previous: 'Atrás',
    stepDone: 'completo',
    stepWrong: 'necesita atención',
    stepNow: 'usted está aquí',
    stepOpen: 'aún no',
    saving: 'Guardando',
    saved: 'Guardado a las {{time}}',
    unsaved: 'Aún sin guardar',
    savedLeft: 'Guardado a las {{time}}; falta {{fields}}',
    saveFailed: 'No se pudo guardar',
    saveNow: 'Guardar ahora',
    leaveTitle: '¿Salir sin guardar?',
    leaveText: 'Los últimos cambios no se pudieron guardar: {{why}} Se perderían.',
    leave: 'Salir',
    stay: 'Quedarse',
    fixProblems_one: '{{count}} campo necesita atención',
    fixProblems_many: '{{count}} campos necesitan atención',
    fixProblems_other: '{{count}} campos necesitan atención',
    fixed: 'No se puede cambiar una vez que existe el registro.',
    add: 'Añadir',
    conflict: 'Alguien cambió este registro: {{message}}',
    conflictTheirs: 'Cargar la otra versión',
    conflictMine: 'Conservar la mía',
    submitted: '{{ref}} está enviado.',
    openSubmitted: 'Empezar otro',
    addTag: 'Escriba y pulse Intro',
    removeTag: 'Quitar {{name}}',
    fileKind: 'Clase de documento',
    dropFiles: 'Suelte aquí los archivos o elíjalos',
    chooseFiles: 'Elegir archivos',
    cancelUpload: 'Cancelar {{name}}',
    uploading: '{{name}} · {{percent}} %',
    full: 'No más de {{n}}.',
    editing: 'Este registro está {{stage}} y no se puede editar aquí.',
    off: 'Sin conexión; lo que escriba queda en esta página y se guarda cuando vuelva.',
  },
});

type Plural = '_one' | '_many' | '_other';
type Base<K> = K extends `${infer B}${Plural}` ? B : K;
type FormKey = typeof formWords extends Words<infer K> ? Base<K> : never;
export type SayForm = (key: FormKey, values?: Readonly<Record<string, unknown>>) => string;
const namespace = 'family-form';

export function addFormWords(): void {
  addWords(namespace, formWords);
}

/** The words of every form, keys checked by the compiler. */
export function useFormWords(): SayForm {
  return useWords(namespace).t as unknown as SayForm;
}
