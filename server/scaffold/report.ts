import { camel, checkNames, checkStream, needed, placeOf, quoted, type Draft, type Wanted } from './draft.ts';

/** One row for each record of a stream, with its first and last event. */
export function reportDraft(wanted: Wanted): Draft {
  checkNames(wanted);
  const { name, english, spanish } = wanted;
  const subject = needed(wanted, 'subject', 'lead');
  checkStream(subject, {});
  const { route, screen } = placeOf(wanted, '/reports/', 'report');
  const constant = camel(name);
  const text = `import { streamKey, streamName } from '../core/event.ts';
import { reportTexts } from '../families/report-texts.ts';
import { defineReport, type ReportModel } from '../families/report.ts';

interface Kept {
  readonly beganAt: string;
  readonly lastAt: string;
  readonly lastBy: string;
  readonly events: number;
}

/** One row for each record. */
const model = {
  name: ${quoted(name.replaceAll('-', '_'))},
  version: 1,
  streams: [${quoted(subject)}],
  subject: ({ stream }) => (streamName(stream) === ${quoted(subject)} ? streamKey(stream) : null),
  fold: (before: Kept | undefined, { at, actor }): Kept => ({
    beganAt: before?.beganAt ?? at,
    lastAt: at,
    lastBy: actor.name,
    events: (before?.events ?? 0) + 1,
  }),
  rows: ({ beganAt, lastAt, lastBy, events }: Kept, id) => [
    { id, ref: ${quoted(`${subject}-`)} + id, beganAt, lastAt, lastBy, events },
  ],
} satisfies ReportModel<Kept>;

/** Rows belong to no place: whoever may open the report sees them all, until \`scope\` names the column of one. */
export const ${constant} = defineReport({
  name: ${quoted(route.split('/').at(-1)!)},
  route: ${quoted(route)},
  model,
  columns: [
    { name: 'ref', kind: 'id', width: 130 },
    { name: 'beganAt', kind: 'datetime', width: 140 },
    { name: 'lastAt', kind: 'datetime', width: 140 },
    { name: 'lastBy', kind: 'text', author: true, width: 160 },
    { name: 'events', kind: 'number', width: 90, total: 'sum' },
  ],
  scope: { place: null },
  filters: [
    { kind: 'period', name: 'beganAt', preset: 'last30', mostDays: 366 },
    { kind: 'find', columns: ['ref', 'lastBy'] },
  ],
  groups: ['lastBy'],
  measures: [
    { name: 'records', kind: 'count' },
    { name: 'changes', kind: 'sum', of: 'events' },
  ],
  chart: { kind: 'bar', by: 'beganAt' },
  drill: [],
  sort: { column: 'beganAt', way: 'desc' },
  translations: reportTexts({
    title: { en: ${quoted(english)}, es: ${quoted(spanish)} },
    'column.ref': { en: 'Reference', es: 'Referencia' },
    'column.beganAt': { en: 'Began', es: 'Inicio' },
    'column.lastAt': { en: 'Last change', es: 'Último cambio' },
    'column.lastBy': { en: 'Changed by', es: 'Cambiado por' },
    'column.events': { en: 'Changes', es: 'Cambios' },
    'measure.records': { en: 'Records', es: 'Registros' },
    'means.records': { en: 'Records, by the day they began.', es: 'Registros, por el día de inicio.' },
    'measure.changes': { en: 'Changes', es: 'Cambios' },
    'means.changes': { en: 'All changes of these records.', es: 'Todos los cambios de estos registros.' },
  }),
});
`;
  return {
    files: [{ file: `shared/reports/${name}.ts`, text }],
    register: { file: 'shared/reports/index.ts', line: `export { ${constant} } from './${name}.ts';` },
    screen,
    next: [
      'Fold what its columns need; name the column of the place in scope, and the record behind a row in drill.',
      'Record the shape of its rows: see docs/guides/your-first-report.md.',
    ],
  };
}
