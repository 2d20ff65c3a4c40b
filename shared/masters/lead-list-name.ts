import { choice, date, number } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';
import { leadCounts } from '../streams/leads/lead/counts.ts';
import { leadSourceNames } from '../streams/leads/lead/sources.ts';

const { all, imported, open, converted } = leadCounts('iLeadListId');

export const leadListName = defineMaster({
  route: 'masters/leadListName',
  kind: 'leadListName',
  service: 'lead',
  title: { en: 'Lead lists', es: 'Listas de prospectos' },
  fields: [
    choice('vSource', { en: 'Source', es: 'Origen' }, leadSourceNames, { required: true, column: 110 }),
    date('dReceived', { en: 'Received', es: 'Recibida' }, { required: true, column: 120 }),
    number(
      'iImportedCount',
      { en: 'Announced', es: 'Anunciados' },
      { min: 0, max: 1_000_000, column: false },
    ),
  ],
  counts: [all, imported, open, converted],
  rules: [
    (fields, { today, before }) =>
      fields.dReceived !== before?.dReceived && today !== '' && String(fields.dReceived) > today
        ? { code: 'dateInFuture', field: 'dReceived', details: { label: 'dReceived' } }
        : null,
  ],
  example: {
    vCode: 'CAMP-NOV',
    vName: 'Health camp November',
    vSource: 'event',
    dReceived: '2026-11-02',
    iImportedCount: 0,
  },
});
