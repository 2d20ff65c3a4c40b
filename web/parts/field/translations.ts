import { translations } from '#shared/core/translations.ts';
import type { Translations } from '#shared/core/translations.ts';
import { addTranslations, useTranslations } from '#web/locales/translations.ts';

const fieldTranslations = translations({
  en: {
    time: 'Time (IST)',
    soon: 'In {{minutes}} min',
    hours: 'In {{hours}} h',
    morning: 'Tomorrow 09:00',
    addTag: 'Type and press Enter',
    fileKind: 'Kind of document',
    dropFiles: 'Drop files here or choose them',
    chooseFiles: 'Choose files',
    cancelUpload: 'Cancel {{name}}',
    uploading: '{{name}} · {{percent}} %',
    full: 'No more than {{n}}.',
    line: '{{title}}, line {{n}}',
    lineAdd: 'Add row',
    lineRemove: 'Remove line {{n}}',
    lineMove: 'Line {{n}}: drag it, or move it with the arrow keys up and down',
    lineUp: 'Move line {{n}} up',
    lineDown: 'Move line {{n}} down',
  },
  es: {
    time: 'Hora (IST)',
    soon: 'En {{minutes}} min',
    hours: 'En {{hours}} h',
    morning: 'Mañana 09:00',
    addTag: 'Escriba y pulse Intro',
    fileKind: 'Tipo de documento',
    dropFiles: 'Suelte aquí los archivos o elíjalos',
    chooseFiles: 'Elegir archivos',
    cancelUpload: 'Cancelar {{name}}',
    uploading: '{{name}} · {{percent}} %',
    full: 'No más de {{n}}.',
    line: '{{title}}, línea {{n}}',
    lineAdd: 'Añadir una fila',
    lineRemove: 'Quitar la línea {{n}}',
    lineMove: 'Línea {{n}}: arrástrela, o muévala con las flechas arriba y abajo',
    lineUp: 'Subir la línea {{n}}',
    lineDown: 'Bajar la línea {{n}}',
  },
});

type FieldKey = typeof fieldTranslations extends Translations<infer K> ? K : never;
const namespace = 'fields';
addTranslations(namespace, fieldTranslations);

export function useFieldTranslations(): (
  key: FieldKey,
  values?: Readonly<Record<string, unknown>>,
) => string {
  return useTranslations(namespace).t as (
    key: FieldKey,
    values?: Readonly<Record<string, unknown>>,
  ) => string;
}
