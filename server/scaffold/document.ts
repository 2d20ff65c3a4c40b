import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { series } from '#shared/streams/core/numbering.ts';
import { allStreams } from '../core/registers.ts';
import {
  camel,
  checkNames,
  needed,
  placeOf,
  quoted,
  ScaffoldError,
  type Draft,
  type Wanted,
} from './draft.ts';

const streams = join(import.meta.dirname, '../../shared/streams');

/** The folder of the streams that its stream joins. */
function areaOf(wanted: Wanted): string {
  const area = needed(wanted, 'area', 'purchase');
  const areas = readdirSync(streams, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
  if (!areas.includes(area)) throw new ScaffoldError(`No area "${area}": ${areas.join(', ')}.`);
  return area;
}

/** The letter in its numbers, as in BLR01/P26/000123. */
function letterOf(wanted: Wanted): string {
  const letter = needed(wanted, 'letter', 'W');
  if (!/^[A-Z]$/.test(letter)) throw new ScaffoldError(`"${letter}" is not one capital letter.`);
  if (letter in series)
    throw new ScaffoldError(
      `Another kind of document has "${letter}". Taken: ${Object.keys(series).join(' ')}.`,
    );
  return letter;
}

/** Where a stream imports from: `shared`, and the family's own folder. */
const shared = '../../..';
const family = '../../documents';

interface Named {
  readonly stream: string;
  readonly constant: string;
  readonly type: string;
  readonly letter: string;
  readonly area: string;
  readonly right: string;
}

const events = [
  'Drafted',
  'Changed',
  'FileAttached',
  'FileRemoved',
  'Printed',
  'Submitted',
  'Approved',
  'Rejected',
];
const said: Readonly<Record<'en' | 'es', readonly string[]>> = {
  en: [
    'Drafted',
    'Changed',
    'File attached',
    'File removed',
    'Printed',
    'Submitted',
    'Approved',
    'Sent back',
  ],
  es: [
    'Borrador creado',
    'Modificado',
    'Archivo adjuntado',
    'Archivo quitado',
    'Impreso',
    'Enviado',
    'Aprobado',
    'Devuelto',
  ],
};

const eventTexts = (type: string, language: 'en' | 'es'): string =>
  events.map((event, n) => `      ${type}${event}: ${quoted(said[language][n]!)},`).join('\n');

function streamText({ stream, type, letter, area, right }: Named): string {
  return `import { z } from 'zod';
import type { Event, RecordedEventOf } from '${shared}/core/event.ts';
import * as fields from '${shared}/core/fields.ts';
import { inPoos } from '${shared}/core/permission.ts';
import { refuse } from '${shared}/core/refusal.ts';
import { defineStream } from '${shared}/core/stream.ts';
import { draftCommands, nothingInput, reasonInput, stepCommand, type DraftRules } from '${family}/commands.ts';
import { documentLife } from '${family}/life.ts';
import { documentTranslations } from '${family}/refusals.ts';
import { evolveDraft, noDocument, stepped, type DocumentState, type DraftEvents } from '${family}/state.ts';

export interface ${type}Header {
  readonly note: string | null;
}
export interface ${type}Line {
  readonly id: string;
  readonly item: string;
  readonly qty: number;
}
export type ${type}State = DocumentState<${type}Header, ${type}Line>;

const names = {
  drafted: '${type}Drafted',
  changed: '${type}Changed',
  attached: '${type}FileAttached',
  detached: '${type}FileRemoved',
  printed: '${type}Printed',
} as const;
type ${type}Event =
  | DraftEvents<typeof names, ${type}Header, ${type}Line>
  | Event<'${type}Submitted', object>
  | Event<'${type}Approved', object>
  | Event<'${type}Rejected', { readonly reason: string }>;

export const ${stream}Life = documentLife('${stream}', {
  draft: { change: 'draft', submit: 'submitted' },
  submitted: { approve: 'approved', reject: 'draft' },
  approved: {},
});

function evolve(state: ${type}State, event: RecordedEventOf<${type}Event>): ${type}State {
  const draft = evolveDraft<${type}Header, ${type}Line, ${type}State>(names, ${stream}Life.initial, state, event);
  if (draft) return draft;
  switch (event.type) {
    case '${type}Submitted':
      return stepped(state, event, 'submit', 'submitted');
    case '${type}Approved':
      return stepped(state, event, 'approve', 'approved');
    case '${type}Rejected':
      return stepped(state, event, 'reject', 'draft', event.data.reason);
    default:
      return state;
  }
}

const line = z.object({
  item: z.exactOptional(fields.text(80)),
  qty: z.exactOptional(z.int('badFormat').min(1, 'badFormat').max(9_99_999, 'badFormat')),
});

const rules: DraftRules<${type}Header, ${type}Line, ${type}State> = {
  letter: '${letter}',
  freeLines: true,
  names,
  life: ${stream}Life,
  need: { create: '${right}:create', edit: ['${right}:create', '${right}:edit'] },
  header: z.strictObject({ note: z.exactOptional(fields.blankable(fields.note(500))) }),
  line,
  blank: () => ({ note: null }),
  fill: (given, before) => {
    const { item = before?.item ?? '', qty = before?.qty ?? 1 } = line.parse(given);
    return { id: String(given['id']), item, qty };
  },
};

export const ${stream} = defineStream<${type}State, ${type}Event>({
  name: '${stream}',
  area: '${area}',
  numbered: true,
  state: 1,
  events: {
${events.map((event) => `    ${type}${event}: true,`).join('\n')}
  },
  initial: (id) => noDocument<${type}Header, ${type}Line>(id, { note: null }),
  evolve,
  visible: (state, viewer) => viewer.kind !== 'person' || inPoos(viewer, state.pooId),
  files: (state) => state.files.map(({ fileId }) => fileId),
  commands: {
    ...draftCommands(rules),
    submit: stepCommand({
      step: 'submit',
      event: '${type}Submitted',
      input: nothingInput,
      need: '${right}:create',
      life: ${stream}Life,
      decide: ({ lines }) => (lines.length === 0 ? refuse('noLines', 422) : { data: {} }),
    }),
    approve: stepCommand({
      step: 'approve',
      event: '${type}Approved',
      input: nothingInput,
      need: '${right}:approve',
      life: ${stream}Life,
      fourEyes: true,
    }),
    reject: stepCommand({
      step: 'reject',
      event: '${type}Rejected',
      input: reasonInput,
      need: '${right}:approve',
      life: ${stream}Life,
    }),
  },
  translations: documentTranslations({
    en: {
      'stage.draft': 'Draft',
      'stage.submitted': 'To approve',
      'stage.approved': 'Approved',
${eventTexts(type, 'en')}
    },
    es: {
      'stage.draft': 'Borrador',
      'stage.submitted': 'Por aprobar',
      'stage.approved': 'Aprobado',
${eventTexts(type, 'es')}
    },
  }),
  story: [],
});
`;
}

function testText({ stream, right }: Named): string {
  return `import { expect, it } from 'vitest';
import { stockServer } from '#tests/kit/stock-server.ts';

const author = 161;
const other = 203;

function drafted() {
  const rights = { '${right}:create': [author], '${right}:approve': [author, other] };
  const server = stockServer({ people: [], poos: [], rights });
  const lines = [{ id: 'a', item: 'Box', qty: 2 }];
  server.must(author, '${stream}-new', 'draft', { pooId: 1, header: { note: 'First' }, lines });
  return server;
}

it('is numbered, submitted, and approved by somebody else', () => {
  const server = drafted();
  server.must(author, '${stream}-1', 'submit');
  expect(server.try(author, '${stream}-1', 'approve')).toBe('selfApproval');
  server.must(other, '${stream}-1', 'approve');
  expect(server.state('${stream}-1')).toMatchObject({ stage: 'approved', lines: [{ item: 'Box', qty: 2 }] });
});

it('is not submitted without lines', () => {
  const server = drafted();
  server.must(author, '${stream}-1', 'change', { remove: ['a'] });
  expect(server.try(author, '${stream}-1', 'submit')).toBe('noLines');
});
`;
}

interface Screened extends Named {
  readonly route: string;
  readonly group: string;
  readonly entity: string;
  readonly english: string;
  readonly spanish: string;
}

function declarationText(made: Screened): string {
  const { constant, type, stream, area, right, route, group, entity, english, spanish } = made;
  const texts = (
    title: string,
    [none, note, item, qty, submit, approve, reject]: readonly string[],
  ): string => `      title: ${quoted(title)},
      one: ${quoted(title)},
      ${quoted(`title.${entity}`)}: ${quoted(title)},
      ${quoted(`empty.${entity}`)}: ${quoted(none!)},
      'header.note': ${quoted(note!)},
      'line.item': ${quoted(item!)},
      'line.qty': ${quoted(qty!)},
      'action.submit': ${quoted(submit!)},
      'action.approve': ${quoted(approve!)},
      'action.reject': ${quoted(reject!)},
      'print.item': ${quoted(item!)},`;
  return `import { translations } from '../core/translations.ts';
import { defineDocument, type DocumentRow } from '../families/document.ts';
import { ${stream} as stream, ${stream}Life, type ${type}State } from '../streams/${area}/${stream}/${stream}.ts';

export const ${constant} = defineDocument<${type}State, DocumentRow>({
  name: ${quoted(constant)},
  group: ${quoted(group)},
  stream,
  life: ${stream}Life,
  header: [{ name: 'note', kind: 'paragraph' }],
  lines: [
    { name: 'item', kind: 'text', width: 240 },
    { name: 'qty', kind: 'number', min: 1, max: 9_99_999, width: 90 },
  ],
  edits: [
    {
      stages: ['draft'],
      command: 'change',
      need: ['${right}:create', '${right}:edit'],
      header: ['note'],
      lines: ['item', 'qty'],
      adds: true,
      scan: null,
    },
  ],
  actions: [
    { name: 'submit', command: 'submit', need: ['${right}:create'], stages: ['draft'], key: 's', primary: true },
    {
      name: 'approve',
      command: 'approve',
      need: ['${right}:approve'],
      stages: ['submitted'],
      key: 'a',
      primary: true,
      fourEyes: true,
    },
    {
      name: 'reject',
      command: 'reject',
      need: ['${right}:approve'],
      stages: ['submitted'],
      key: 'x',
      danger: true,
      inputs: [{ name: 'reason', kind: 'paragraph', required: true }],
    },
  ],
  lists: [
    {
      route: ${quoted(route)},
      entity: ${quoted(entity)},
      of: 'documents',
      shows: () => true,
      past: true,
      begins: true,
      columns: [
        { name: 'number', kind: 'id', width: 150 },
        { name: 'stage', kind: 'status', of: 'stage', width: 130 },
        { name: 'lineCount', kind: 'number', width: 80 },
        { name: 'by', kind: 'person', width: 160, flex: 1 },
        { name: 'madeAt', kind: 'datetime', width: 140 },
        { name: 'pooId', kind: 'place', width: 140 },
      ],
    },
  ],
  row: () => ({}),
  find: ({ lines }) => lines.map(({ item }) => item),
  tones: { submitted: 'accent' },
  files: true,
  print: {
    to: () => null,
    facts: ({ place, header }) => [
      ['print.place', place.code],
      ['header.note', header.note ?? '–'],
    ],
    columns: [
      { key: 'n', text: (_line, { n }) => String(n), align: 'right', width: 20 },
      { key: 'item', text: ({ item }) => item, width: '*' },
      { key: 'qty', text: ({ qty }) => String(qty), align: 'right', width: 60 },
    ],
    totals: false,
    signs: ['sign.made', 'sign.approved'],
  },
  sources: [],
  translations: translations({
    en: {
${texts(english, [`No open documents. New starts one.`, 'Note', 'Item', 'Quantity', 'Submit', 'Approve', 'Send back'])}
    },
    es: {
${texts(spanish, [`No hay documentos abiertos. Nuevo comienza uno.`, 'Nota', 'Artículo', 'Cantidad', 'Enviar', 'Aprobar', 'Devolver'])}
    },
  }),
});
`;
}

/** A numbered document with free lines, which one person submits and another approves: its stream and its declaration. */
export function documentDraft(wanted: Wanted): Draft {
  checkNames(wanted);
  const { name, english, spanish } = wanted;
  const area = areaOf(wanted);
  const letter = letterOf(wanted);
  const { route, group, entity, screen } = placeOf(wanted, '/', 'entity');
  const constant = camel(name);
  const stream = constant.toLowerCase();
  if (allStreams().has(stream))
    throw new ScaffoldError(`There is a stream "${stream}" already: choose another name.`);
  const type = `${constant[0]!.toUpperCase()}${constant.slice(1)}`;
  const right = `${group}/${entity}`;
  const named: Named = { stream, constant, type, letter, area, right };
  const folder = `shared/streams/${area}/${stream}`;
  return {
    files: [
      { file: `${folder}/${stream}.ts`, text: streamText(named) },
      { file: `${folder}/${stream}.test.ts`, text: testText(named) },
      {
        file: `shared/documents/${name}.ts`,
        text: declarationText({ ...named, route, group, entity, english, spanish }),
      },
    ],
    register: { file: 'shared/documents/index.ts', line: `export { ${constant} } from './${name}.ts';` },
    also: [
      {
        file: 'shared/streams/index.ts',
        before: "export { numbering } from './core/numbering.ts';",
        line: `export { ${stream} } from './${area}/${stream}/${stream}.ts';`,
      },
      {
        file: 'shared/streams/core/numbering.ts',
        before: '  /** Rows of the register of Schedule H1',
        line: `  ${letter}: '${stream}',`,
      },
    ],
    screen,
    next: [
      'Put its own header fields, lines and steps in place of these, in the stream and in the declaration.',
      'Confirm the states of its stream and record the shape of its rows: see docs/guides/your-first-document.md.',
    ],
  };
}
