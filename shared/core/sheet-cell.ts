/**
 * A cell of a file. A CSV file holds texts only; a workbook knows what each cell is, and what reads it must too:
 * a `text` is never an error or a day, whatever it looks like. The text of a number, a percentage, a day or a
 * time is as an import in the file's language reads it.
 */
export type SheetCell = string | { readonly kind: 'text' | 'date' | 'time' | 'error'; readonly text: string };

/** A row of a file, by the number that the program which wrote the file shows. */
export interface SheetRow {
  readonly line: number;
  readonly cells: readonly SheetCell[];
}

export const textOfCell = (cell: SheetCell | undefined): string =>
  typeof cell === 'object' ? cell.text : (cell ?? '');

/** The letters by which a program shows a column: A, B … Z, AA … */
export function columnLetters(column: number): string {
  return (
    (column >= 26 ? columnLetters(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26))
  );
}

const errors = [
  ...['#NULL!', '#DIV/0!', '#VALUE!', '#REF!', '#NAME?', '#NUM!', '#N/A', '#SPILL!', '#CALC!', '#FIELD!'],
  ...['#¡NULO!', '#¡DIV/0!', '#¡VALOR!', '#¡REF!', '#¿NOMBRE?', '#¡NUM!', '#N/D', '#¡DESBORDAMIENTO!'],
];

/** Whether a text is what a program writes into a CSV file for a cell whose formula failed. */
export const isErrorText = (text: string): boolean =>
  errors.includes(text.trim().toUpperCase()) || /^(?:err|#err):\d{3}$/i.test(text.trim());
