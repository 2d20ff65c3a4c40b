import { z } from 'zod';
import * as texts from '../../../core/texts.ts';
import type { Event, RecordedEventOf } from '../../../core/event.ts';
import * as fields from '../../../core/fields.ts';
import { refuse } from '../../../core/refusal.ts';
import { command, defineStream } from '../../../core/stream.ts';
import { documentTranslations } from '../../documents/refusals.ts';
import { bankRowKey, mostStatementBytes, readBankSheet, type BankRow } from './bank-sheet.ts';
import { reconcileNeed } from './need.ts';
import type { SheetRow } from '../../../core/sheet-cell.ts';

interface Kept extends BankRow {
  /** The deposit that it belongs to. */
  readonly depositId: string | null;
}
export interface BankStatementState {
  readonly id: string;
  readonly exists: boolean;
  readonly version: number;
  readonly bank: string;
  readonly fileName: string;
  readonly rows: readonly Kept[];
}
type BankStatementEvent =
  | Event<
      'BankStatementImported',
      {
        readonly bank: string;
        readonly fileName: string;
        readonly rows: readonly BankRow[];
        readonly known: number;
      }
    >
  | Event<'BankRowMatched', { readonly rowId: string; readonly depositId: string; readonly number: string }>
  | Event<'BankRowReleased', { readonly rowId: string; readonly depositId: string }>;

/** Found before an import: the rows of the file, and the keys of credits that are known already. */
export interface ImportPrepared {
  readonly sheet: readonly SheetRow[];
  readonly known: readonly string[];
}
const mostRows = 1_000;
const input = z.strictObject({
  bank: fields.text(60),
  fileName: fields.text(120),
  /** The file, a CSV or a workbook, in Base64. */
  content: texts
    .exact()
    .min(1)
    .regex(/^[A-Za-z0-9+/]+={0,2}$/, 'badFormat'),
});

function evolve(state: BankStatementState, event: RecordedEventOf<BankStatementEvent>): BankStatementState {
  const { version } = event;
  const set = (rowId: string, depositId: string | null): BankStatementState => ({
    ...state,
    version,
    rows: state.rows.map((row) => (row.rowId === rowId ? { ...row, depositId } : row)),
  });
  switch (event.type) {
    case 'BankStatementImported': {
      const { bank, fileName, rows } = event.data;
      return {
        ...state,
        exists: true,
        version,
        bank,
        fileName,
        rows: rows.map((row) => ({ ...row, depositId: null })),
      };
    }
    case 'BankRowMatched':
      return set(event.data.rowId, event.data.depositId);
    case 'BankRowReleased':
      return set(event.data.rowId, null);
    default:
      return state;
  }
}

/** Credits of one bank file; a credit belongs to at most one deposit. */
export const bankstatement = defineStream<BankStatementState, BankStatementEvent>({
  name: 'bankstatement',
  area: 'money',
  numbered: true,
  state: 1,
  events: { BankStatementImported: true, BankRowMatched: true, BankRowReleased: true },
  initial: (id) => ({ id, exists: false, version: 0, bank: '', fileName: '', rows: [] }),
  evolve,
  visible: (_state, viewer) => viewer.kind !== 'person' || viewer.admin || viewer.rights.has(reconcileNeed),
  commands: {
    /** Takes all of a file or nothing; credits that an earlier file had are passed over. */
    import: command<BankStatementState, z.output<typeof input>>({
      input,
      need: reconcileNeed,
      creates: true,
      decide: (state, { bank, fileName, content }, ctx) => {
        if (state.exists) return refuse('alreadyExists', 409);
        if (content.length * 3 > mostStatementBytes * 4 + 12)
          return refuse('tooLarge', 422, { limit: `${mostStatementBytes / 1024} KB` }, 'content');
        const prepared: ImportPrepared = ctx.prepared;
        const { rows, faults, read } = readBankSheet(prepared.sheet);
        const first = faults[0];
        if (first)
          return refuse(
            'importRowErrors',
            422,
            { n: faults.length, m: read, row: first.row, column: first.column },
            'content',
          );
        if (rows.length > mostRows) return refuse('tooManyItems', 422, { label: 'content', n: mostRows });
        const known = new Set(prepared.known);
        const fresh: BankRow[] = [];
        for (const row of rows) {
          const key = bankRowKey(bank, row);
          if (known.has(key)) continue;
          known.add(key);
          fresh.push(row);
        }
        if (fresh.length === 0) return refuse('noNewCredits', 422, { n: rows.length });
        return {
          events: [
            {
              type: 'BankStatementImported',
              data: { bank, fileName, rows: fresh, known: rows.length - fresh.length },
            },
          ],
          answer: { fresh: fresh.length, known: rows.length - fresh.length },
        };
      },
    }),
  },
  translations: documentTranslations({
    en: {
      importRowErrors:
        '{{n}} of {{m}} rows have errors, first row {{row}}, column {{column}}; nothing was saved.',
      noNewCredits: 'All {{n}} credits of this file are known already.',
      'field.bank': 'Bank account',
      'field.content': 'File',
      'field.fileName': 'File name',
      BankStatementImported: 'Bank statement imported',
      BankRowMatched: 'Credit matched',
      BankRowReleased: 'Credit free again',
    },
    es: {
      importRowErrors:
        '{{n}} de {{m}} filas tienen errores, la primera es la {{row}}, columna {{column}}; no se guardó nada.',
      noNewCredits: 'Los {{n}} abonos de este archivo ya se conocen.',
      'field.bank': 'Cuenta bancaria',
      'field.content': 'Archivo',
      'field.fileName': 'Nombre del archivo',
      BankStatementImported: 'Extracto importado',
      BankRowMatched: 'Abono conciliado',
      BankRowReleased: 'Abono libre de nuevo',
    },
  }),
  story: [],
});
