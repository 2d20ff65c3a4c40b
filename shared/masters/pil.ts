import { choice, date, note, reference, integer } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

/** Patient leaflets: one current text a molecule and language; a published text is never edited, the next version is a new record. */
export const pil = defineMaster({
  route: 'masters/pilMaster',
  kind: 'pil',
  title: ['Patient leaflets', 'Prospectos para pacientes'],
  plain: true,
  rights: ['view', 'create', 'edit', 'delete', 'approve'],
  fields: [
    reference('iMoleculeId', ['Molecule', 'Molécula'], 'molecule', { required: true, readOnly: true }),
    choice(
      'vLanguage',
      ['Language', 'Idioma'],
      {
        en: ['English', 'Inglés'],
        hi: ['Hindi', 'Hindi'],
        kn: ['Kannada', 'Canarés'],
        ta: ['Tamil', 'Tamil'],
        te: ['Telugu', 'Telugu'],
        mr: ['Marathi', 'Maratí'],
      },
      { required: true, readOnly: true },
    ),
    integer('iVersion', ['Version', 'Versión'], { required: true, min: 1, max: 999, default: 1, readOnly: true, column: 90 }),
    date('dFrom', ['From', 'Desde'], { required: true }),
    note('vText', ['Text', 'Texto'], { required: true, min: 20, max: 20_000, column: false }),
  ],
  unique: [['iMoleculeId', 'vLanguage', 'iVersion']],
  frozen: ['published', 'retired'],
  stages: {
    initial: 'draft',
    active: ['published'],
    names: { draft: ['Draft', 'Borrador'], published: ['Published', 'Publicado'], retired: ['Retired', 'Retirado'] },
    only: { stage: 'published', field: 'vLanguage', keys: (fields) => [`${String(fields.iMoleculeId)}|${String(fields.vLanguage)}`] },
    actions: {
      publish: { from: ['draft'], to: 'published', label: ['Publish', 'Publicar'], right: 'approve' },
      retire: { from: ['published'], to: 'retired', label: ['Retire', 'Retirar'], right: 'approve' },
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
