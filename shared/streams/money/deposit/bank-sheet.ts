import { cutText, headOf } from '../../../core/cut.ts';
import { isDay } from '../../../core/day.ts';
import { isErrorText, textOfCell, type SheetCell, type SheetRow } from '../../../core/sheet-cell.ts';

/** The largest file of a statement, in bytes. */
export const mostStatementBytes = 180 * 1024;

/** One credit of a bank statement. */
export interface BankRow {
  readonly rowId: string;
  readonly date: string;
  readonly text: string;
  readonly ref: string;
  readonly creditPaise: number;
}
/** A row by the number that the program which wrote the file shows, and the heading of the wrong cell. */
export interface RowFault {
  readonly row: number;
  readonly column: string;
}

const headings = {
  date: /^(value |txn |transaction |posting )?date$/,
  text: /^(description|narration|particulars|remarks)$/,
  ref: /^(ref(erence)?( ?(no|number))?\.?|slip( ?no\.?)?|chq.*|cheque.*)$/,
  credit: /^(credit|deposit)s?( amount)?( ?\(?(inr|rs\.?|₹)\)?)?$/,
} as const;

/** `25-11-2026`, `25/11/26`, `25 Nov 2026` or `2026-11-25`. */
export function bankDay(text: string): string | null {
  const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
  const found = /^(\d{1,2})[-/. ](\d{1,2}|[a-z]{3,9})[-/. ](\d{2}|\d{4})$/i.exec(text.trim());
  if (!found) return isDay(text.trim()) ? text.trim() : null;
  const [, day = '', month = '', year = ''] = found;
  const n = /^\d+$/.test(month) ? Number(month) : months.indexOf(headOf(month, 3).toLowerCase()) + 1;
  const full = `${year.length === 2 ? `20${year}` : year}-${String(n).padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(full) ? full : null;
}

/** Rupees as a bank writes them, `1,23,456.78`, in paise; null for anything else. */
export function bankPaise(text: string): number | null {
  const plain = text.replace(/[,₹\s]|rs\.?|inr|cr\.?$/gi, '');
  return /^\d{1,9}(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : null;
}

type Column = keyof typeof headings;

/** The columns of the first row that names a date and a credit; banks write their address and the period above it. */
function headingOf(sheet: readonly SheetRow[]) {
  for (const [at, row] of sheet.entries()) {
    const names = row.cells.map((cell) => textOfCell(cell).toLowerCase());
    const column = (name: Column): number => names.findIndex((one) => headings[name].test(one));
    if (column('date') >= 0 && column('credit') >= 0) return { at, row, width: names.length, column };
  }
  return null;
}

/** The credits of a statement, or which rows cannot be read. Rows without a credit are debits and are left out. */
export function readBankSheet(sheet: readonly SheetRow[]): {
  readonly rows: readonly BankRow[];
  readonly faults: readonly RowFault[];
  readonly read: number;
} {
  const heading = headingOf(sheet);
  if (!heading) return { rows: [], faults: [{ row: 1, column: 'Date, Credit' }], read: sheet.length };
  const { at, width, column } = heading;
  const rows: BankRow[] = [];
  const faults: RowFault[] = [];
  for (const { line, cells } of sheet.slice(at + 1)) {
    const cellOf = (name: Column): SheetCell | undefined => cells[column(name)];
    const textOf = (name: Column): string => textOfCell(cellOf(name));
    const failed = (name: Column): boolean => {
      const cell = cellOf(name);
      return typeof cell === 'object' ? cell.kind === 'error' : isErrorText(cell ?? '');
    };
    const given = textOf('credit');
    if (given === '' || /^0+(\.0+)?$/.test(given)) continue;
    const date = bankDay(textOf('date'));
    const creditPaise = cells.length > width ? null : bankPaise(given);
    const wrong: Column | undefined =
      date === null ? 'date' : creditPaise === null ? 'credit' : (['text', 'ref'] as const).find(failed);
    if (wrong || date === null || creditPaise === null)
      faults.push({ row: line, column: textOfCell(heading.row.cells[column(wrong ?? 'credit')]) });
    else
      rows.push({
        rowId: `r${line}`,
        date,
        text: cutText(textOf('text'), 200),
        ref: cutText(textOf('ref'), 60),
        creditPaise,
      });
  }
  return { rows, faults, read: sheet.length - at - 1 };
}

/** The same credit in two files is one: how a row is known again. */
export const bankRowKey = (bank: string, { date, ref, text, creditPaise }: Omit<BankRow, 'rowId'>): string =>
  [bank.toLowerCase(), date, creditPaise, ref.toLowerCase(), text.toLowerCase()].join('|');
