import { choice, date, paragraph, reference, number } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

/**
 * Patient information leaflets: one current text per molecule and language; a published text is never edited,
 * the next version is a new record.
 */
export const pil = defineMaster({
  route: 'masters/pilMaster',
  kind: 'pil',
  title: { en: 'Patient leaflets', es: 'Folletos para pacientes' },
  plain: true,
  rights: ['view', 'create', 'edit', 'delete', 'approve'],
  fields: [
    reference('iMoleculeId', { en: 'Molecule', es: 'Molécula' }, 'molecule', {
      required: true,
      readOnly: true,
    }),
    choice(
      'vLanguage',
      { en: 'Language', es: 'Idioma' },
      {
        en: { en: 'English', es: 'Inglés' },
        hi: { en: 'Hindi', es: 'Hindi' },
        kn: { en: 'Kannada', es: 'Canarés' },
        ta: { en: 'Tamil', es: 'Tamil' },
        te: { en: 'Telugu', es: 'Telugu' },
        mr: { en: 'Marathi', es: 'Maratí' },
      },
      { required: true, readOnly: true },
    ),
    number(
      'iVersion',
      { en: 'Version', es: 'Versión' },
      { required: true, min: 1, max: 999, default: 1, readOnly: true, column: 90 },
    ),
    date('dFrom', { en: 'From', es: 'Desde' }, { required: true }),
    paragraph('vText', { en: 'Text', es: 'Texto' }, { required: true, min: 20, max: 20_000, column: false }),
  ],
  unique: [['iMoleculeId', 'vLanguage', 'iVersion']],
  frozen: ['published', 'retired'],
  stages: {
    initial: 'draft',
    active: ['published'],
    names: {
      draft: { en: 'Draft', es: 'Borrador' },
      published: { en: 'Published', es: 'Publicado' },
      retired: { en: 'Retired', es: 'Retirado' },
    },
    only: {
      stage: 'published',
      field: 'vLanguage',
      keys: (fields) => [`${String(fields.iMoleculeId)}|${String(fields.vLanguage)}`],
    },
    actions: {
      publish: {
        from: ['draft'],
        to: 'published',
        label: { en: 'Publish', es: 'Publicar' },
        right: 'approve',
      },
      retire: {
        from: ['published'],
        to: 'retired',
        label: { en: 'Retire', es: 'Retirar' },
        right: 'approve',
      },
    },
  },
  example: {
    iMoleculeId: 1,
    vLanguage: 'en',
    iVersion: 1,
    dFrom: '2026-11-01',
    vText: 'Take this medicine as your doctor told you. Ask if anything is unclear.',
  },
});
