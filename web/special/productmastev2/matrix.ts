import type { Fields } from '#shared/families/master-def.ts';
import type { Labels, MasterRow } from '#shared/families/master-wire.ts';
import { sharedByStyle } from '#shared/masters/product/variants.ts';
import { compareTexts } from '#shared/core/collation.ts';

/** A size, or a size with a cup. */
export interface MatrixLine {
  readonly key: string;
  readonly sizeId: number;
  readonly cupId: number | null;
  readonly label: string;
}
export interface MatrixColour {
  readonly id: number;
  readonly label: string;
}
/** The variants of a style: sizes down, colours across. */
export interface Matrix {
  readonly lines: readonly MatrixLine[];
  readonly colours: readonly MatrixColour[];
  at(line: MatrixLine, colour: MatrixColour): MasterRow | null;
}

const number = (value: unknown): number | null => (typeof value === 'number' ? value : null);

export function matrixOf(rows: readonly MasterRow[], labels: Labels): Matrix {
  const label = (kind: string, id: number): string => labels[`${kind}:${id}`]?.name || `#${id}`;
  const cells = new Map<string, MasterRow>();
  const lines = new Map<string, MatrixLine>();
  const colours = new Map<number, MatrixColour>();
  for (const row of rows) {
    const [colourId, sizeId] = [number(row.fields['iColourId']), number(row.fields['iSizeId'])];
    const cupId = number(row.fields['iCupId']);
    if (row.iCancelFlag === 1 || colourId === null || sizeId === null) continue;
    const key = `${sizeId}.${cupId ?? ''}`;
    colours.set(colourId, { id: colourId, label: label('colour', colourId) });
    lines.set(key, {
      key,
      sizeId,
      cupId,
      label: [label('size', sizeId), ...(cupId === null ? [] : [label('cup', cupId)])].join(' · '),
    });
    cells.set(`${key}|${colourId}`, row);
  }
  return {
    lines: [...lines.values()].sort((a, b) => compareTexts(a.label, b.label)),
    colours: [...colours.values()].sort((a, b) => compareTexts(a.label, b.label)),
    at: (line, colour) => cells.get(`${line.key}|${colour.id}`) ?? null,
  };
}

/** The fields of a missing variant, as those of its sibling of the same size in another colour. */
export function missingVariant(matrix: Matrix, line: MatrixLine, colour: MatrixColour): Fields | null {
  for (const other of matrix.colours) {
    const sibling = matrix.at(line, other);
    if (!sibling) continue;
    const name = String(sibling.fields['vName'] ?? '');
    return {
      ...sharedByStyle(sibling.fields),
      vName: name.includes(other.label) ? name.replace(other.label, colour.label) : `${name} ${colour.label}`,
      iColourId: colour.id,
      iSizeId: line.sizeId,
      ...(line.cupId === null ? {} : { iCupId: line.cupId }),
    };
  }
  return null;
}

export type CellChange =
  | { readonly key: string; readonly what: 'price'; readonly row: MasterRow; readonly paise: number | null }
  | { readonly key: string; readonly what: 'create'; readonly fields: Fields; readonly paise: number | null };

/** The changes by typed prices and ticked cells, cell by cell. */
export function changesOf(
  matrix: Matrix,
  prices: ReadonlyMap<string, number | null>,
  ticked: ReadonlySet<string>,
): readonly CellChange[] {
  return matrix.lines.flatMap((line) =>
    matrix.colours.flatMap((colour): CellChange[] => {
      const key = cellKey(line, colour);
      const row = matrix.at(line, colour);
      if (!row) {
        const fields = ticked.has(key) ? missingVariant(matrix, line, colour) : null;
        if (!fields) return [];
        const paise = prices.get(key) ?? null;
        return [
          {
            key,
            what: 'create',
            fields: paise === null ? fields : { ...fields, nReferenceMrpPaise: paise },
            paise,
          },
        ];
      }
      const paise = prices.get(key);
      return paise === undefined || paise === (number(row.fields['nReferenceMrpPaise']) ?? null)
        ? []
        : [{ key, what: 'price', row, paise }];
    }),
  );
}

export const cellKey = (line: MatrixLine, colour: MatrixColour): string => `${line.key}|${colour.id}`;
