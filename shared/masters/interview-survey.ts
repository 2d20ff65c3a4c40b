import { choice, flag, rows, text } from '../families/master-field.ts';
import { defineMaster, keyText } from '../families/master.ts';

export const interviewSurvey = defineMaster({
  route: 'masters/interviewsurvey',
  kind: 'interviewSurvey',
  title: ['Interview surveys', 'Encuestas de entrevista'],
  fields: [
    { name: 'iVersion', kind: 'integer', label: ['Version', 'Versión'], required: true, min: 1, max: 999, default: 1, readOnly: true, column: 90 },
    rows(
      'questions',
      ['Questions', 'Preguntas'],
      [
        text('vQuestion', ['Question', 'Pregunta'], { required: true, max: 300 }),
        choice(
          'vKind',
          ['Answer', 'Respuesta'],
          { text: ['Text', 'Texto'], number: ['Number', 'Número'], choice: ['Choice', 'Opción'], date: ['Date', 'Fecha'] },
          { required: true },
        ),
        text('vChoices', ['Choices, separated by ;', 'Opciones, separadas por ;'], { max: 500, visibleWhen: { field: 'vKind', in: ['choice'] } }),
        flag('bRequired', ['Required', 'Obligatoria']),
      ],
      { required: true, max: 60, column: true },
    ),
  ],
  // A published version is never edited: the next one is a record of its own, of the same name.
  nameMayRepeat: true,
  unique: [['vName', 'iVersion']],
  frozen: ['published', 'superseded'],
  stages: {
    initial: 'draft',
    active: ['published'],
    names: { draft: ['Draft', 'Borrador'], published: ['Published', 'Publicada'], superseded: ['Superseded', 'Sustituida'] },
    only: { stage: 'published', field: 'vName', keys: (fields) => [keyText(fields.vName)] },
    actions: {
      publish: { from: ['draft'], to: 'published', label: ['Publish', 'Publicar'], right: 'edit' },
      supersede: { from: ['published'], to: 'superseded', label: ['Supersede', 'Sustituir'], right: 'edit' },
    },
  },
  example: { vCode: 'INT-V1', vName: 'First interview', iVersion: 1, questions: [{ vQuestion: 'Years of experience?', vKind: 'number', bRequired: 1 }] },
});
