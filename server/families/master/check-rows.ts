import { keyText } from '#shared/core/invisible.ts';
import { plainText } from '#shared/core/plain.ts';
import type { Viewer } from '#shared/core/permission.ts';
import type { Language } from '#shared/core/translations.ts';
import { cutText } from '#shared/core/cut.ts';
import type { Fields, MasterDef, NamedRecord, Problem } from '#shared/families/master-def.ts';
import { isMasked } from '#shared/streams/masters/secret.ts';
import type { LineEffect } from '#shared/families/master-wire.ts';
import {
  cellProblem,
  cellValue,
  linesProblem,
  isAmbiguous,
  statusIn,
  unguarded,
  wantedIn,
  type Wanted,
} from '#shared/families/master-sheet.ts';
import { columnLetters, textOfCell, type SheetCell, type SheetRow } from '#shared/core/sheet-cell.ts';
import { uniqueStream } from '#shared/streams/core/unique.ts';
import { changesOf } from '#shared/streams/masters/changes.ts';
import { hasValue, newlyNamed, type Named } from '#shared/streams/masters/references.ts';
import { splitKey } from '#shared/streams/masters/state.ts';
import { seated } from './check-seats.ts';
import type { Columns } from './columns.ts';
import { scopeSql, Values } from './list-query.ts';
import type { Queries } from './queries.ts';

/** The effect of one line of a file. */
export interface CheckedRow {
  readonly line: number;
  readonly effect: Extract<LineEffect, 'create' | 'update' | 'same' | 'bad'>;
  readonly record: number | null;
  readonly seen: number | null;
  readonly given: Readonly<Record<string, string>>;
  /** For a new record all its fields, for a known one the changes. */
  readonly fields: Fields;
  readonly changes: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[];
  readonly problems: readonly Problem[];
  readonly iStatus: 0 | 1 | null;
}

interface Known {
  id: number;
  version: number;
  status: 0 | 1;
  fields: Fields;
}

type Found = NamedRecord & { readonly fields: Fields; readonly cancelled: boolean };

/**
 * Checks a batch of lines against the current records, within what `viewer` may see. `taken` keeps the keys
 * of earlier lines of the file. Lines of records with a stream of their own change nothing.
 */
export async function checkRows(
  queries: Queries,
  def: MasterDef,
  columns: Columns,
  lines: readonly SheetRow[],
  taken: Map<string, number>,
  today: string,
  viewer: Viewer,
  language: Language,
): Promise<readonly CheckedRow[]> {
  const { ids, named } = await resolveAll(
    queries,
    lines.flatMap(({ cells }) =>
      columns.headings.flatMap((heading, i) =>
        heading?.field ? wantedIn(heading.field, textOfCell(cells[i])) : [],
      ),
    ),
  );
  const raw = lines.map(({ line, cells }) => readLine(def, columns, line, cells, ids, language));
  const owners = await ownersOf(
    queries,
    def,
    raw.map((one) => one.values),
  );
  const wanted = new Set(
    raw
      .flatMap((one) => [one.id ?? 0, ...keysOf(def, one.values).map((key) => owners.get(key.stream) ?? 0)])
      .filter((id) => id > 0),
  );
  const values = new Values();
  const here = `m.kind = ${values.take(def.kind)} and not m.cancelled and m.id = any(${values.take([...wanted])}::int[])`;
  const scope = scopeSql(def, viewer, values);
  const found = await queries.pool.query<Known>(
    `select m.id, m.version, m.status, m.fields from master_rows m where ${here}${scope ? ` and ${scope}` : ''}`,
    values.list,
  );
  const known = new Map(found.rows.map((row) => [row.id, row]));
  const problemOf = (one: Named): Problem | null => {
    const other = named.get(`${one.lookup}:${one.id}`);
    if (other?.cancelled)
      return { code: 'lookupMissing', field: one.field, details: { text: cutText(other.name, 80) } };
    return other ? shutOf(queries, def, one, other) : null;
  };
  if (def.source) return raw.map((one) => compareRow(one, known, columns));
  return seated(
    queries,
    def,
    raw.map((one) => checkRow(def, one, known, owners, taken, today, problemOf)),
    taken,
  );
}

const clearing = ['(clear)', '(vaciar)'];
/** Whether a cell asks for its field to be emptied, in either language. */
const clears = (text: string): boolean => clearing.includes(text.toLowerCase());

interface RawLine {
  line: number;
  id: number | null;
  given: Record<string, string>;
  values: Record<string, unknown>;
  problems: Problem[];
  iStatus: 0 | 1 | null;
  /** Numbers as they are written, by their fields: the record may hold one that is written the same. */
  phones: Map<string, string>;
}

function readLine(
  def: MasterDef,
  columns: Columns,
  line: number,
  cells: readonly SheetCell[],
  ids: ReadonlyMap<string, number>,
  language: Language,
): RawLine {
  const one: RawLine = {
    line,
    id: null,
    given: {},
    values: {},
    problems: [],
    iStatus: null,
    phones: new Map(),
  };
  const { headings, blank } = columns;
  cells.forEach((cell, i) => {
    if ((i >= headings.length || blank.has(i)) && textOfCell(cell) !== '')
      one.problems.push({
        code: 'cellNoHeading',
        field: '',
        details: { cell: `${columnLetters(i)}${line}` },
      });
  });
  const texts = new Map<string, string>();
  headings.forEach((heading, i) => {
    if (!heading) return;
    const cell = cells[i] ?? '';
    const text = textOfCell(cell).trim();
    const before = texts.get(heading.key);
    if (before !== undefined) {
      if (before !== text) one.problems.push({ code: 'columnTwice', field: heading.key });
      return;
    }
    texts.set(heading.key, text);
    if (text !== '') one.given[heading.key] = cutText(text, 500);
    const wrong = heading.number
      ? null
      : cellProblem(heading.field ?? { name: heading.key, kind: 'text' }, cell);
    if (wrong && !heading.field?.kept) {
      one.problems.push(wrong);
      return;
    }
    if (heading.key === 'iId') {
      if (text === '') return;
      const id = Number(text.replace(/^#/, ''));
      if (Number.isSafeInteger(id) && id > 0 && id <= 2_147_483_647) one.id = id;
      else one.problems.push({ code: 'badFormat', field: 'iId' });
    } else if (heading.key === 'iStatus') {
      if (text === '') return;
      const status = statusIn(def, text);
      if (status === undefined) one.problems.push({ code: 'notInList', field: 'iStatus' });
      else one.iStatus = status;
    } else if (heading.field) {
      const { field } = heading;
      // An exported file comes back with what the export masked: such a cell changes nothing.
      if (field.kept || ((field.secret || field.kind === 'phone') && isMasked(text))) return;
      // A blank cell says nothing about its field; a field is emptied by a word.
      if (text === '') return;
      const idOf = (wanted: Wanted): number | null => ids.get(keyOf(wanted)) ?? null;
      const value = cellValue(field, clears(text) ? '' : text, idOf, language);
      const unread = value === undefined ? linesProblem(field, text, idOf, language) : null;
      if (field.kind === 'phone' && value !== null && !clears(text))
        one.phones.set(field.name, unguarded(text).trim());
      if (value !== undefined) one.values[field.name] = value;
      else if (field.kind === 'phone') one.values[field.name] = undefined;
      else if (unread) one.problems.push(unread);
      else
        one.problems.push(
          field.lookup
            ? { code: 'lookupMissing', field: field.name, details: { text: cutText(text, 80) } }
            : isAmbiguous(field, text, language)
              ? { code: 'ambiguousNumber', field: field.name, details: { text: cutText(text, 40) } }
              : { code: field.options ? 'notInList' : 'badFormat', field: field.name },
        );
    }
  });
  return one;
}

/** A phone of a file is digits; one that is written as the record holds it changes nothing. */
function readPhones({ phones, values, problems }: RawLine, before: Fields | null): void {
  for (const [name, text] of phones)
    if (before?.[name] === text) values[name] = text;
    else if (values[name] === undefined) problems.push({ code: 'phoneNotNumeric', field: name });
}

/** A record whose own stream changes it: a line of a file that names it must hold what the record holds. */
function compareRow(one: RawLine, known: ReadonlyMap<number, Known>, { headings }: Columns): CheckedRow {
  const row = one.id === null ? undefined : known.get(one.id);
  if (!row) one.problems.push({ code: 'notInList', field: 'iId' });
  else {
    readPhones(one, row.fields);
    const isBlank = (value: unknown): boolean => value === '' || (Array.isArray(value) && value.length === 0);
    const held = (value: unknown): unknown => (isBlank(value) ? null : value);
    for (const [field, value] of Object.entries(one.values))
      if (
        Object.keys(changesOf({ [field]: held(row.fields[field]) }, { [field]: held(value) }).now).length > 0
      )
        one.problems.push({ code: 'importKnownRecord', field });
    if (one.iStatus !== null && one.iStatus !== row.status)
      one.problems.push({ code: 'importKnownRecord', field: 'iStatus' });
  }
  return {
    line: one.line,
    effect: one.problems.length > 0 ? 'bad' : 'same',
    record: row?.id ?? null,
    seen: row?.version ?? null,
    given: one.given,
    fields: {},
    changes: [],
    problems: one.problems.map((problem) => {
      const at = headings.findIndex((heading) => heading?.key === problem.field);
      return at === -1
        ? problem
        : { ...problem, details: { ...problem.details, cell: `${columnLetters(at)}${one.line}` } };
    }),
    iStatus: null,
  };
}

function checkRow(
  def: MasterDef,
  one: RawLine,
  known: ReadonlyMap<number, Known>,
  owners: ReadonlyMap<string, number>,
  taken: Map<string, number>,
  today: string,
  problemOf: (named: Named) => Problem | null,
): CheckedRow {
  const { line, given, values, iStatus, problems } = one;
  const first = keysOf(def, values)
    .map((key) => owners.get(key.stream))
    .find((owner) => owner !== undefined && known.has(owner));
  const id = one.id ?? first ?? null;
  const row = id === null ? undefined : known.get(id);
  if (one.id !== null && !row) problems.push({ code: 'notInList', field: 'iId' });
  readPhones(one, row?.fields ?? null);
  const bad = (): CheckedRow => ({
    line,
    effect: 'bad',
    record: row?.id ?? null,
    seen: row?.version ?? null,
    given,
    fields: {},
    changes: [],
    problems,
    iStatus,
  });
  if (problems.length > 0) return bad();
  const before = row?.fields ?? null;
  const filled: Record<string, unknown> = { ...before, ...values };
  if (!row && def.autoCode && filled.vCode == null) filled.vCode = `${def.autoCode.prefix}000`;
  const checked = def.check(filled, { today, before });
  if (checked.problems) {
    problems.push(...checked.problems);
    return bad();
  }
  problems.push(...newlyNamed(def, before, checked.fields).flatMap((named) => problemOf(named) ?? []));
  for (const { stream, field } of keysOf(def, checked.fields)) {
    if (!row && def.autoCode && field === 'vCode' && values.vCode == null) continue;
    const owner = owners.get(stream);
    if (owner !== undefined && owner !== row?.id) problems.push({ code: 'duplicateRecord', field });
    const earlier = taken.get(stream);
    if (earlier !== undefined && earlier !== line)
      problems.push({ code: 'fileTwice', field, details: { n: earlier } });
  }
  if (problems.length > 0) return bad();
  for (const { stream } of keysOf(def, checked.fields)) taken.set(stream, line);
  if (!row) {
    const fields = { ...checked.fields };
    if (def.autoCode && values.vCode == null) delete (fields as Record<string, unknown>).vCode;
    return {
      line,
      effect: 'create',
      record: null,
      seen: null,
      given,
      fields,
      changes: Object.entries(fields).map(([field, after]) => ({ field, before: null, after })),
      problems,
      iStatus,
    };
  }
  const { now, before: old } = changesOf(row.fields, checked.fields);
  const changes = Object.keys(now).map((field) => ({ field, before: old[field], after: now[field] }));
  const status = iStatus !== null && iStatus !== row.status && !def.stages ? iStatus : null;
  if (status !== null) changes.push({ field: 'iStatus', before: row.status, after: status });
  return {
    line,
    effect: changes.length === 0 ? 'same' : 'update',
    record: row.id,
    seen: row.version,
    given,
    fields: now,
    changes,
    problems,
    iStatus: status,
  };
}

function keysOf(def: MasterDef, values: Fields): { stream: string; field: string }[] {
  return def.uniques.flatMap((rule) =>
    rule
      .keys(values)
      .map((key) => ({ stream: uniqueStream(`master-${def.kind}-${rule.name}`, key), field: rule.field })),
  );
}

/** The current owner of each key. */
export async function ownersOf(
  queries: Queries,
  def: MasterDef,
  values: readonly Fields[],
): Promise<Map<string, number>> {
  const streams = [...new Set(values.flatMap((one) => keysOf(def, one).map((key) => key.stream)))];
  if (streams.length === 0) return new Map();
  const { rows } = await queries.pool.query<{ stream: string; owner: string }>(
    `select e.stream, e.body::jsonb->'data'->>'owner' as owner from unnest($1::text[]) as s(stream)
     cross join lateral (select stream, type, body from events where events.stream = s.stream order by version desc limit 1) e where e.type = 'KeyReserved'`,
    [streams],
  );
  return new Map(rows.map((row) => [row.stream, splitKey(row.owner.slice(row.owner.indexOf('-') + 1)).id]));
}

const keyOf = (wanted: Wanted): string => `${wanted.lookup}\n${wanted.text}`;

/**
 * Why a line that newly refers to a record is refused: what the command says about the record, else that it
 * is not active.
 */
function shutOf(
  { byKind }: Pick<Queries, 'byKind'>,
  def: MasterDef,
  { lookup, field, only }: Named,
  named: Found,
): Problem | null {
  const command = def.commands?.find(({ creates }) => creates);
  if (command) return command.problem?.(field, named) ?? null;
  if (only && !hasValue(named.fields, only)) return { code: 'notInList', field };
  // Whether a record with a stream of its own may be referred to depends on its state, not its row.
  return named.iStatus === 1 || byKind.get(lookup)?.source ? null : { code: 'masterInactive', field };
}

/**
 * Resolves the references of a file by number, code or name, with the status of each record found, by
 * `kind:id`. A cancelled record is found where no other has that name: a line may keep it, but not newly name it.
 */
async function resolveAll(
  queries: Queries,
  wanted: readonly Wanted[],
): Promise<{ ids: Map<string, number>; named: Map<string, Found> }> {
  const ids = new Map<string, number>();
  const named = new Map<string, Found>();
  for (const [lookup, group] of Map.groupBy(wanted, (one) => one.lookup)) {
    const texts = [...new Set(group.map((one) => one.text))];
    const { rows } = await queries.pool.query<
      { id: number; code: string; name: string } & Omit<Found, 'name'>
    >(
      `select id, code, name, status as "iStatus", stage, cancelled, fields - 'state' as fields from master_rows where kind = $1 and (code = any($4::text[]) or plain = any($2::text[]) or id = any($3::int[])) order by cancelled desc, id desc`,
      [
        lookup,
        texts.map(plainText),
        texts.filter((text) => /^#\d{1,9}$/.test(text)).map((text) => Number(text.slice(1))),
        texts.map((text) => text.toUpperCase()),
      ],
    );
    for (const { id, code: _code, ...row } of rows) {
      named.set(`${lookup}:${id}`, row);
      if (row.name) ids.set(`${lookup}\n${keyText(row.name)}`, id);
      ids.set(`${lookup}\n#${id}`, id);
    }
    for (const { id, code } of rows) if (code) ids.set(`${lookup}\n${code.toLowerCase()}`, id);
  }
  return { ids, named };
}
