import { isDay } from '../../../core/day.ts';
import { cutText, headOf } from '../../../core/cut.ts';

/** One credit of a bank statement. */
export interface BankRow {
  readonly rowId: string;
  readonly date: string;
  readonly text: string;
  readonly ref: string;
  readonly creditPaise: number;
}
export interface RowFault {
  readonly row: number;
  readonly column: string;
}

/** The separator of the line that has the headings; amounts may hold commas in a file that separates otherwise. */
function separatorOf(text: string): string {
  const heading = text.split('\n').find((line) => /date/i.test(line) && /credit|deposit/i.test(line)) ?? '';
  const many = (one: string): number => heading.split(one).length;
  return [';', '\t'].find((one) => many(one) > many(',')) ?? ',';
}

/** Fields of one CSV text: quotes may hold separators, quotes and line ends. */
export function csvRows(text: string): readonly (readonly string[])[] {
  const separator = separatorOf(text);
  const rows: string[][] = [];
  let row: string[] = [];
  let field = '';
  let quoted = false;
  const end = (): void => {
    row.push(field.trim());
    field = '';
  };
  for (let i = 0; i < text.length; i += 1) {
    const one = text[i]!;
    if (quoted) {
      if (one === '"' && text[i + 1] === '"') {
        field += '"';
        i += 1;
      } else if (one === '"') quoted = false;
      else field += one;
    } else if (one === '"') quoted = true;
    else if (one === separator) end();
    else if (one === '\n') {
      end();
      rows.push(row);
      row = [];
    } else if (one !== '\r') field += one;
  }
  if (field !== '' || row.length > 0) {
    end();
    rows.push(row);
  }
  return rows.filter((list) => list.some((value) => value !== ''));
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

/** The credits of a statement, or which rows cannot be read. Rows without a credit are debits and are left out. */
export function readBankCsv(text: string): {
  readonly rows: readonly BankRow[];
  readonly faults: readonly RowFault[];
  readonly read: number;
} {
  const all = csvRows(text);
  const at = all.findIndex((row) => {
    const names = row.map((name) => name.toLowerCase());
    return names.some((name) => headings.date.test(name)) && names.some((name) => headings.credit.test(name));
  });
  if (at < 0) return { rows: [], faults: [{ row: 1, column: 'Date, Credit' }], read: all.length };
  const names = all[at]!.map((name) => name.toLowerCase());
  const column = (name: keyof typeof headings): number => names.findIndex((one) => headings[name].test(one));
  const [date, note, ref, credit] = [column('date'), column('text'), column('ref'), column('credit')];
  const rows: BankRow[] = [];
  const faults: RowFault[] = [];
  for (const [i, row] of all.slice(at + 1).entries()) {
    const given = row[credit] ?? '';
    if (given === '' || /^0+(\.0+)?$/.test(given)) continue;
    const day = bankDay(row[date] ?? '');
    const paise = row.length > names.length ? null : bankPaise(given);
    const line = at + i + 2;
    if (day === null) faults.push({ row: line, column: all[at]![date] ?? 'Date' });
    else if (paise === null) faults.push({ row: line, column: all[at]![credit] ?? 'Credit' });
    else
      rows.push({
        rowId: `r${line}`,
        date: day,
        text: cutText(note < 0 ? '' : (row[note] ?? ''), 200),
        ref: cutText(ref < 0 ? '' : (row[ref] ?? ''), 60),
        creditPaise: paise,
      });
  }
  return { rows, faults, read: all.length - at - 1 };
}

/** The same credit in two files is one: how a row is known again. */
export const bankRowKey = (bank: string, { date, ref, text, creditPaise }: Omit<BankRow, 'rowId'>): string =>
  [bank.toLowerCase(), date, creditPaise, ref.toLowerCase(), text.toLowerCase()].join('|');
