import type { ApprovalKind } from '#shared/families/approval.ts';
import type { ApprovalRow } from '#shared/families/approval-feed.ts';
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

/** What was and what would be, line by line, as the kind declares its evidence; what changes first. */
export function changesOf(
  kind: ApprovalKind,
  row: Pick<ApprovalRow, 'before' | 'after'>,
  says: { readonly yes: string; readonly no: string },
): readonly Change[] {
  const lines = kind.evidence.map(({ key, kind: as }): Change => ({
    key,
    kind: as,
    before: shown(as, row.before[key], says),
    after: shown(as, row.after[key], says),
    changed: !same(row.before[key], row.after[key]),
  }));
  return [...lines.filter((line) => line.changed), ...lines.filter((line) => !line.changed)];
}

/** The one change that says most: the first of the evidence that differs. */
export function mainChange(
  kind: ApprovalKind | null,
  row: Pick<ApprovalRow, 'before' | 'after'>,
  says: { readonly yes: string; readonly no: string },
): Change | null {
  return kind ? (changesOf(kind, row, says).find((line) => line.changed) ?? null) : null;
}
