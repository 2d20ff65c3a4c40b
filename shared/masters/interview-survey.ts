import { choice, yesNo, rows, text } from '../families/master-field.ts';
import type { Fields } from '../families/master-def.ts';
import { keyText } from '../core/invisible.ts';
import { defineMaster } from '../families/master.ts';

const choicesIn = (text: unknown): string[] =>
  String(text ?? '')
    .split(';')
    .map(keyText)
    .filter((one) => one !== '');

export const interviewSurvey = defineMaster({
  route: 'masters/interviewsurvey',
  kind: 'interviewSurvey',
  title: { en: 'Interview surveys', es: 'Encuestas de entrevista' },
  fields: [
    {
      name: 'iVersion',
      kind: 'number',
      label: { en: 'Version', es: 'Versión' },
      required: true,
      min: 1,
      max: 999,
      default: 1,
      readOnly: true,
      column: 90,
    },
    rows(
      'questions',
      { en: 'Questions', es: 'Preguntas' },
      [
        text('vQuestion', { en: 'Question', es: 'Pregunta' }, { required: true, max: 300 }),
        choice(
          'vKind',
          { en: 'Answer', es: 'Respuesta' },
          {
            text: { en: 'Text', es: 'Texto' },
            number: { en: 'Number', es: 'Número' },
            choice: { en: 'Choice', es: 'Opción' },
            date: { en: 'Date', es: 'Fecha' },
          },
          { required: true },
        ),
        text(
          'vChoices',
          { en: 'Choices, separated by ;', es: 'Opciones, separadas por ;' },
          { max: 500, visibleWhen: { field: 'vKind', in: ['choice'] } },
        ),
        yesNo('bRequired', { en: 'Required', es: 'Obligatoria' }),
      ],
      { required: true, max: 60, column: true },
    ),
  ],
  rules: [
    ({ questions }) => {
      const at = ((questions ?? []) as readonly Fields[]).findIndex(
        ({ vKind, vChoices }) => vKind === 'choice' && new Set(choicesIn(vChoices)).size < 2,
      );
      return at < 0 ? null : { code: 'choicesMissing', field: `questions.${at}.vChoices` };
    },
  ],
  // A published version is never edited: the next one is a record of its own with the same name.
  nameMayRepeat: true,
  unique: [['vName', 'iVersion']],
  frozen: ['published', 'superseded'],
  stages: {
    initial: 'draft',
    active: ['published'],
    names: {
      draft: { en: 'Draft', es: 'Borrador' },
      published: { en: 'Published', es: 'Publicada' },
      superseded: { en: 'Superseded', es: 'Sustituida' },
    },
    only: { stage: 'published', field: 'vName', keys: (fields) => [keyText(fields.vName)] },
    actions: {
      publish: { from: ['draft'], to: 'published', label: { en: 'Publish', es: 'Publicar' }, right: 'edit' },
      supersede: {
        from: ['published'],
        to: 'superseded',
        label: { en: 'Supersede', es: 'Sustituir' },
        right: 'edit',
      },
    },
  },
  example: {
    vCode: 'INT-V1',
    vName: 'First interview',
    iVersion: 1,
    questions: [{ vQuestion: 'Years of experience?', vKind: 'number', bRequired: 1 }],
  },
});
