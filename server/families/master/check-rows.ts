import { keyText } from '#shared/core/invisible.ts';
import { plainText } from '#shared/core/plain.ts';
import type { Viewer } from '#shared/core/permission.ts';
import { languages, textIn, type Language } from '#shared/core/translations.ts';
import { refuse } from '#shared/core/refusal.ts';
import type { Fields, MasterDef, NamedRecord, Problem } from '#shared/families/master-def.ts';
import { isMasked } from '#shared/streams/masters/secret.ts';
import type { LineEffect } from '#shared/families/master-wire.ts';
import {
  cellValue,
  linesProblem,
  headingFor,
  isAmbiguous,
  statusIn,
  wantedIn,
  type Heading,
  type Wanted,
} from '#shared/families/master-sheet.ts';
import { uniqueStream } from '#shared/streams/core/unique.ts';
import { changesOf } from '#shared/streams/masters/changes.ts';
import { hasValue, newlyNamed, type Named } from '#shared/streams/masters/references.ts';
import { splitKey } from '#shared/streams/masters/state.ts';
import { seated } from './check-seats.ts';
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

type Found = NamedRecord & { readonly fields: Fields };

/** Reads the headings; a file without a known heading is refused. */
export function readHeadings(def: MasterDef, cells: readonly string[]): (Heading | null)[] {
  const headings = cells.map((cell) => headingFor(def, cell));
  if (!headings.some((heading) => heading?.field)) throw refuse('importNoHeading', 422);
  return headings;
}

/** The texts of columns that are neither fields nor counts of an export. */
export function unknownHeadings(def: MasterDef, cells: readonly string[]): string[] {
  const counts = new Set(
    (def.counts ?? []).flatMap(({ label }) => languages.map((language) => textIn(label, language))),
  );
  return cells.filter((cell) => cell !== '' && !headingFor(def, cell) && !counts.has(cell));
}

/**
 * Checks a batch of lines against the current records, within what `viewer` may see. `taken` keeps the keys
 * of earlier lines of the file.
 */
export async function checkRows(
  queries: Queries,
  def: MasterDef,
  headings: readonly (Heading | null)[],
  lines: readonly { line: number; cells: readonly string[] }[],
  taken: Map<string, number>,
  today: string,
  viewer: Viewer,
  language: Language,
): Promise<readonly CheckedRow[]> {
  const { ids, named } = await resolveAll(
    queries,
    lines.flatMap(({ cells }) =>
      headings.flatMap((heading, i) => (heading?.field ? wantedIn(heading.field, cells[i] ?? '') : [])),
    ),
  );
  const raw = lines.map(({ line, cells }) => readLine(def, headings, line, cells, ids, language));
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
    return other ? shutOf(queries, def, one, other) : null;
  };
  return seated(
    queries,
    def,
    raw.map((one) => checkRow(def, one, known, owners, taken, today, problemOf)),
    taken,
  );
}

interface RawLine {
  line: number;
  id: number | null;
  given: Record<string, string>;
  values: Record<string, unknown>;
  problems: Problem[];
  iStatus: 0 | 1 | null;
}

function readLine(
  def: MasterDef,
  headings: readonly (Heading | null)[],
  line: number,
  cells: readonly string[],
  ids: ReadonlyMap<string, number>,
  language: Language,
): RawLine {
  const one: RawLine = { line, id: null, given: {}, values: {}, problems: [], iStatus: null };
  headings.forEach((heading, i) => {
    if (!heading) return;
    const text = (cells[i] ?? '').trim();
    if (text !== '') one.given[heading.key] = text.slice(0, 500);
    if (heading.key === 'iId') {
      if (text === '') return;
      const id = Number(text.replace(/^#/, ''));
      if (Number.isSafeInteger(id) && id > 0 && id <= 2_147_483_647) one.id = id;
      else one.problems.push({ code: 'badFormat', field: 'iId' });
    } else if (heading.key === 'iStatus') {
      if (text === '') return;
      const status = statusIn(text);
      if (status === undefined) one.problems.push({ code: 'notInList', field: 'iStatus' });
      else one.iStatus = status;
    } else if (heading.field) {
      const { field } = heading;
      // An exported file comes back with what the export masked: such a cell changes nothing.
      if (field.kept || (field.secret && isMasked(text))) return;
      const idOf = (wanted: Wanted): number | null => ids.get(keyOf(wanted)) ?? null;
      const value = cellValue(field, text, idOf, language);
      const unread = value === undefined ? linesProblem(field, text, idOf, language) : null;
      if (value !== undefined) one.values[field.name] = value;
      else if (unread) one.problems.push(unread);
      else
        one.problems.push(
          field.lookup
            ? { code: 'lookupMissing', field: field.name, details: { text: text.slice(0, 80) } }
            : isAmbiguous(field, text, language)
              ? { code: 'ambiguousNumber', field: field.name, details: { text: text.slice(0, 40) } }
              : { code: field.options ? 'notInList' : 'badFormat', field: field.name },
        );
    }
  });
  return one;
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
  const { line, given, values, iStatus } = one;
  const problems = [...one.problems];
  const first = keysOf(def, values)
    .map((key) => owners.get(key.stream))
    .find((owner) => owner !== undefined && known.has(owner));
  const id = one.id ?? first ?? null;
  const row = id === null ? undefined : known.get(id);
  if (one.id !== null && !row) problems.push({ code: 'notInList', field: 'iId' });
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
 * `kind:id`.
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
      `select id, code, name, status as "iStatus", stage, fields - 'state' as fields from master_rows where kind = $1 and not cancelled and (code = any($4::text[]) or plain = any($2::text[]) or id = any($3::int[])) order by id desc`,
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
