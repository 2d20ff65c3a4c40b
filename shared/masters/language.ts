import { text } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

export const language = defineMaster({
  route: 'masters/languagemaster',
  kind: 'language',
  title: { en: 'Languages', es: 'Idiomas' },
  fields: [
    text(
      'vIsoCode',
      { en: 'ISO code', es: 'Código ISO' },
      { required: true, min: 2, max: 2, pattern: '[a-z]{2}', column: 100 },
    ),
  ],
  unique: [['vIsoCode']],
  example: { vCode: 'KANNADA', vName: 'Kannada', vIsoCode: 'kn' },
});
