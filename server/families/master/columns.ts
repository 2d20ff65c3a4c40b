import { refuse } from '#shared/core/refusal.ts';
import { languages, textIn, type Language } from '#shared/core/translations.ts';
import type { MasterDef } from '#shared/families/master-def.ts';
import { headingFor, type Heading } from '#shared/families/master-sheet.ts';
import { columnLetters, textOfCell, type SheetCell, type SheetRow } from '#shared/core/sheet-cell.ts';
import { importTarget } from './import-target.ts';

/** The columns of a file: what each is headed, and what is named before anything is applied. */
export interface Columns {
  readonly headings: readonly (Heading | null)[];
  /** The texts of columns that are neither fields nor counts of an export. */
  readonly unknown: readonly string[];
  /** Fields that more than one column names, as their later columns are headed, each with its letters. */
  readonly twice: readonly string[];
  /** Where the headings are blank; a value in such a column, or behind the last, belongs to nothing. */
  readonly blank: ReadonlySet<number>;
}

/** Reads the headings of a file, in the language that it is in or another. */
function readColumns(def: MasterDef, cells: readonly SheetCell[], language: Language): Columns {
  const texts = cells.map(textOfCell);
  const headings = texts.map((text) => headingFor(def, text, language));
  const counts = new Set(
    (def.counts ?? []).flatMap(({ label }) => languages.map((one) => textIn(label, one))),
  );
  const first = (at: number): number => headings.findIndex((one) => one?.key === headings[at]?.key);
  return {
    headings,
    unknown: texts.filter((text, at) => text !== '' && !headings[at] && !counts.has(text)),
    twice: texts.flatMap((text, at) =>
      headings[at] && first(at) < at ? [`${text} (${columnLetters(first(at))}, ${columnLetters(at)})`] : [],
    ),
    blank: new Set(texts.flatMap((text, at) => (text === '' ? [at] : []))),
  };
}

/**
 * How the lines of a file are read: new records by the columns of the command that creates them, and lines that
 * name a record with a stream of its own by those of its export.
 */
export interface FileColumns {
  readonly made: readonly [MasterDef, Columns];
  readonly named: readonly [MasterDef, Columns] | null;
}

/** Refuses a file without a column that is known here. */
export function fileColumns(def: MasterDef, head: SheetRow, language: Language): FileColumns {
  const target = importTarget(def);
  const made = readColumns(target, head.cells, language);
  const own = def.source ? readColumns(def, head.cells, language) : null;
  if (![made, own].some((columns) => columns?.headings.some((heading) => heading?.field)))
    throw refuse('importNoHeading', 422);
  return { made: [target, made], named: own && [def, own] };
}

/** The columns by which a line is read. */
export function columnsOf({ made, named }: FileColumns, { cells }: SheetRow): FileColumns['made'] {
  const at = named?.[1].headings.findIndex((heading) => heading?.key === 'iId') ?? -1;
  return named && textOfCell(cells[at]).trim() !== '' ? named : made;
}

/** What is said of a file's columns before anything is applied. */
export function namedColumns(
  { made: [, made], named }: FileColumns,
  rows: readonly SheetRow[],
): { headings: string[]; unknown: string[]; twice: string[]; surplus: string[] } {
  const own = named?.[1] ?? made;
  return {
    headings: made.headings.map((heading) => heading?.key ?? ''),
    unknown: made.unknown.filter((text) => own.unknown.includes(text)),
    twice: [...new Set([...made.twice, ...own.twice])],
    surplus: surplusColumns(made, rows),
  };
}

/** The columns, by their letters, in which rows have values and which have no heading. */
function surplusColumns({ headings, blank }: Columns, rows: readonly SheetRow[]): string[] {
  const found = new Set<number>();
  for (const { cells } of rows)
    cells.forEach((cell, at) => {
      if ((at >= headings.length || blank.has(at)) && textOfCell(cell) !== '') found.add(at);
    });
  return [...found].sort((a, b) => a - b).map(columnLetters);
}
