import { translations } from '#shared/core/translations.ts';
import type { Translations } from '#shared/core/translations.ts';
import { addTranslations, useTranslations, type BaseKey } from '#web/locales/translations.ts';

const formTranslations = translations({
  en: {
    drafts: 'Continue',
    draftsNone: 'No drafts',
    draftsNoneText: 'What you start is saved here until you submit it.',
    go: 'Continue',
    noName: 'no name yet',
    changed: 'changed {{time}}',
    back: 'All drafts',
    stepOf: 'Step {{n}} of {{total}}',
    steps: 'Steps',
    next: 'Next',
    previous: 'Back',
    stepDone: 'complete',
    stepWrong: 'needs attention',
    stepNow: 'current',
    stepOpen: 'not started',
    saving: 'Saving',
    saved: 'Saved at {{time}}',
    unsaved: 'Not saved yet',
    savedLeft: 'Saved at {{time}}; {{fields}} not yet',
    saveFailed: 'Could not be saved',
    saveNow: 'Save now',
    nothingToSave: 'No changes to save.',
    leaveTitle: 'Leave without saving?',
    leaveText: 'The last changes could not be saved: {{why}} They would be lost.',
    leaveLost: 'Nothing has been sent yet. What you typed would be lost.',
    leave: 'Leave',
    stay: 'Stay',
    fixProblems_one: '{{count}} field needs attention',
    fixProblems_many: '{{count}} fields need attention',
    fixProblems_other: '{{count}} fields need attention',
    fixed: 'Cannot be changed once the record exists.',
    add: 'Add',
    conflict: 'Someone changed this record: {{message}}',
    conflictTheirs: 'Load the other version',
    conflictMine: 'Keep mine',
    submitted: '{{ref}} submitted',
    openSubmitted: 'Start another',
    removeTag: 'Remove {{name}}',
    editing: 'This record is {{stage}} and cannot be edited here.',
    notYours: 'You don’t have permission to fill in this form.',
    off: 'No connection; what you type is kept on this page and saved when it is back.',
  },
  es: {
    drafts: 'Continuar',
    draftsNone: 'No hay borradores',
    draftsNoneText: 'Lo que empiece se guarda aquí hasta que lo envíe.',
    go: 'Continuar',
    noName: 'aún sin nombre',
    changed: 'cambiado {{time}}',
    back: 'Todos los borradores',
    stepOf: 'Paso {{n}} de {{total}}',
    steps: 'Pasos',
    next: 'Siguiente',
    previous: 'Atrás',
    stepDone: 'completo',
    stepWrong: 'necesita atención',
    stepNow: 'actual',
    stepOpen: 'sin empezar',
    saving: 'Guardando',
    saved: 'Guardado a las {{time}}',
    unsaved: 'Aún sin guardar',
    savedLeft: 'Guardado a las {{time}}; falta {{fields}}',
    saveFailed: 'No se pudo guardar',
    saveNow: 'Guardar ahora',
    nothingToSave: 'No hay cambios que guardar.',
    leaveTitle: '¿Salir sin guardar?',
    leaveText: 'Los últimos cambios no se pudieron guardar: {{why}} Se perderían.',
    leaveLost: 'Aún no se ha enviado nada. Lo que escribió se perdería.',
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
    submitted: '{{ref}} enviado',
    openSubmitted: 'Empezar otro',
    removeTag: 'Quitar {{name}}',
    editing: 'Este registro está {{stage}} y no se puede editar aquí.',
    notYours: 'No puede rellenar este formulario.',
    off: 'Sin conexión; lo que escriba queda en esta página y se guarda cuando vuelva.',
  },
});

type FormKey = typeof formTranslations extends Translations<infer K> ? BaseKey<K> : never;
export type TranslateForm = (key: FormKey, values?: Readonly<Record<string, unknown>>) => string;
const namespace = 'family-form';

export function addFormTranslations(): void {
  addTranslations(namespace, formTranslations);
}

/** Translations of every form. */
export function useFormTranslations(): TranslateForm {
  return useTranslations(namespace).t as unknown as TranslateForm;
}
