import type { ApprovalKind } from '#shared/families/approval.ts';
import type { ApprovalRow } from '#shared/families/approval-feed.ts';
import type { Language } from '#shared/core/words.ts';
import type { ColumnDef } from '#shared/families/screen.ts';
import { same } from '#web/live/rows.ts';
import { formatDate, formatInstant, formatMoney, formatNumber, formatTime } from '#web/words/formats.ts';

/** One line of what would change. */
export interface Change {
  readonly key: string;
  readonly kind: ColumnDef['kind'];
  readonly before: string;
  readonly after: string;
  readonly changed: boolean;
  /** The request says nothing of it afterwards. */
  readonly fact: boolean;
}

export interface Says {
  readonly yes: string;
  readonly no: string;
  readonly language: Language;
}

/** A value of the evidence as its kind is written; a dash for what is not there. */
export function shown(kind: ColumnDef['kind'], value: unknown, says: { readonly yes: string; readonly no: string }): string {
  if (value === null || value === undefined || value === '') return '–';
  switch (kind) {
    case 'instant':
      return formatInstant(value as string);
    case 'date':
      return formatDate(value as string);
    case 'time':
      return formatTime(value as string);
    case 'money':
      return formatMoney(Number(value));
    case 'number':
      return formatNumber(Number(value));
    case 'flag':
      return value ? says.yes : says.no;
    default:
      return typeof value === 'object' ? String((value as { name?: string }).name ?? JSON.stringify(value)) : String(value);
  }
}

/** A value under a key of the evidence; a status is said in the kind's own phrases. */
export function evidenceText(kind: ApprovalKind, column: ColumnDef, value: unknown, says: Says): string {
  const phrases: Readonly<Record<string, string>> = kind.words[says.language];
  return (column.of ? phrases[`${column.of}.${String(value)}`] : undefined) ?? shown(column.kind, value, says);
}

/** What was and what would be, line by line, as the kind declares its evidence; what changes first. */
export function changesOf(kind: ApprovalKind, row: Pick<ApprovalRow, 'before' | 'after'>, says: Says): readonly Change[] {
  const lines = kind.evidence.map((column): Change => {
    const fact = !(column.key in row.after);
    const [was, willBe] = [row.before[column.key], row.after[column.key]];
    const before = evidenceText(kind, column, was, says);
    return {
      key: column.key,
      kind: column.kind,
      before,
      after: fact ? before : evidenceText(kind, column, willBe, says),
      changed: !fact && !same(was, willBe),
      fact,
    };
  });
  return [...lines.filter((line) => line.changed), ...lines.filter((line) => !line.changed)];
}

/** The one change that says most: the first of the evidence that differs. */
export function mainChange(kind: ApprovalKind | null, row: Pick<ApprovalRow, 'before' | 'after'>, says: Says): Change | null {
  return kind ? (changesOf(kind, row, says).find((line) => line.changed) ?? null) : null;
}
