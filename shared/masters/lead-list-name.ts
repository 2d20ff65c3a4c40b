import { choice, date, integer } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

export const leadListName = defineMaster({
  route: 'masters/leadListName',
  kind: 'leadListName',
  title: ['Lead lists', 'Listas de prospectos'],
  fields: [
    choice(
      'vSource',
      ['Source', 'Origen'],
      {
        import: ['Import', 'Importación'],
        event: ['Event', 'Evento'],
        DSA: ['DSA', 'DSA'],
        doctor: ['Doctor', 'Médico'],
        'walk-in': ['Walk-in', 'Visita'],
        web: ['Web', 'Web'],
        TPD: ['TPD', 'TPD'],
        referral: ['Referral', 'Recomendación'],
      },
      { required: true },
    ),
    date('dReceived', ['Received', 'Recibida'], { required: true }),
    integer('iImportedCount', ['Imported', 'Importados'], { min: 0, max: 1_000_000 }),
  ],
  rules: [
    (fields, { today, before }) =>
      fields.dReceived !== before?.dReceived && today !== '' && String(fields.dReceived) > today
        ? { code: 'dateInFuture', field: 'dReceived', details: { label: 'dReceived' } }
        : null,
  ],
  example: { vCode: 'CAMP-NOV', vName: 'Health camp November', vSource: 'event', dReceived: '2026-11-02', iImportedCount: 0 },
});
