import * as texts from '#shared/core/texts.ts';
import { textIn } from '#shared/core/translations.ts';
import { z } from 'zod';
import { fieldProblems } from '#shared/core/fields.ts';
import type { Viewer } from '#shared/core/permission.ts';
import { refuse, type Refusal } from '#shared/core/refusal.ts';
import type { Fields, CheckedReference, MasterDef, Problem } from '#shared/families/master-def.ts';
import { schemaOf } from '#shared/families/master-schema.ts';
import { headingsOf, recordCells } from '#shared/families/master-sheet.ts';
import type { SheetRow } from '#shared/core/sheet-cell.ts';
import { uniqueStream } from '#shared/streams/core/unique.ts';
import { hasValue, namedIn, type Named } from '#shared/streams/masters/references.ts';
import { lookUp } from './alike.ts';
import { ownersOf } from './check-rows.ts';
import { readRow, type Queries } from './queries.ts';

const body = z.strictObject({ fields: z.record(texts.token().max(60), texts.unread()) });

/** The input of a series, validated by its fields. */
export function seriesRequested({ series }: MasterDef, given: unknown): Fields {
  if (!series) throw refuse('notFound', 404);
  const requested = body.safeParse(given);
  if (!requested.success) throw refuse('badFormat', 400, { label: 'fields' }, 'fields');
  const checked = schemaOf(series.fields).safeParse(requested.data.fields);
  if (checked.success) return checked.data;
  const [problem] = fieldProblems(checked.error);
  throw refuse(problem!.code, 400, problem!.details, problem!.field);
}

/**
 * The lines of an import that a series generates; an existing record keeps its line with its number,
 * unchanged.
 */
export async function seriesLines(
  queries: Queries,
  def: MasterDef,
  requested: Fields,
  viewer: Viewer,
  language: 'en' | 'es',
): Promise<{ name: string; rows: SheetRow[] }> {
  const { label, lines, most, known } = def.series!;
  const named = await chosenIn(queries, def, requested, viewer);
  const made = lines(requested, named);
  if (!Array.isArray(made)) throw refuseProblem(made as Problem);
  const records = made as readonly Fields[];
  if (records.length > most) throw refuse('seriesTooLong', 422, { n: records.length, most });
  const rule = def.uniques.find(({ name }) => name === known)!;
  const owners = await ownersOf(queries, def, records);
  const headings = headingsOf(def, language, [...new Set(records.flatMap((fields) => Object.keys(fields)))]);
  const byNumber = (_kind: string, id: number): string => `#${id}`;
  const cells = await Promise.all(
    records.map(async (fields) => {
      const owner = rule
        .keys(fields)
        .flatMap((key) => owners.get(uniqueStream(`master-${def.kind}-${rule.name}`, key)) ?? [])[0];
      const there = owner === undefined ? null : await readRow(queries, def, owner, viewer);
      const row = recordCells(def, headings, there ?? { id: 0, iStatus: 1, fields }, byNumber, language);
      return there ? row : row.with(0, '');
    }),
  );
  const first = records[0]!;
  return {
    name: `${textIn(label, language)}: ${String(first.vName ?? first.vCode)} … (${records.length})`,
    rows: [headings.map(({ key }) => key), ...cells].map((row, i) => ({ line: i + 1, cells: row })),
  };
}

const refuseProblem = ({ code, field, details }: Problem): Refusal =>
  refuse(code, 422, { label: field, ...details }, field);

/**
 * The records that a series may use: those it refers to, which its caller may choose, and those that these
 * refer to.
 */
async function chosenIn(
  queries: Queries,
  { series }: MasterDef,
  requested: Fields,
  viewer: Viewer,
): Promise<CheckedReference> {
  const chosen = namedIn(series!.fields, requested);
  const found = new Map<string, Fields>();
  const read = async (named: readonly Named[]): Promise<void> => {
    const { rows } = await queries.pool.query<{ kind: string; id: number; fields: Fields }>(
      `select m.kind, m.id, m.fields - 'state' as fields from unnest($1::text[], $2::int[]) as w(kind, id) join master_rows m on m.kind = w.kind and m.id = w.id and not m.cancelled`,
      [named.map(({ lookup }) => lookup), named.map(({ id }) => id)],
    );
    for (const { kind, id, fields } of rows) found.set(`${kind}:${id}`, fields);
  };
  await read(chosen);
  for (const [lookup, group] of Map.groupBy(chosen, (one) => one.lookup)) {
    const { items } = await lookUp(queries, lookup, {
      q: '',
      ids: group.map(({ id }) => id),
      records: group.length,
      viewer,
    });
    for (const { id, field, only } of group) {
      const fields = found.get(`${lookup}:${id}`);
      if (!fields || !items.some((item) => item.id === id) || (only && !hasValue(fields, only)))
        throw refuse('notInList', 422, { label: field }, field);
    }
  }
  await read(
    chosen.flatMap(({ lookup, id }) =>
      namedIn(queries.byKind.get(lookup)?.fields ?? [], found.get(`${lookup}:${id}`)!),
    ),
  );
  return (kind, id) => found.get(`${kind}:${String(id)}`);
}
