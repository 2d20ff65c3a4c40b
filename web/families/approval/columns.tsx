import type { ApprovalKind } from '#shared/families/approval.ts';
import { columnsAfter, columnsBefore } from '#shared/families/approval-common.ts';
import type { ApprovalRow } from '#shared/families/approval-feed.ts';
import type { ColumnDef } from '#shared/families/screen.ts';
import type { GridColumn } from '#web/parts/grid/column.ts';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import type { Tone } from '#web/parts/StatusWord.tsx';
import { formatCountdown } from '#web/locales/formats.ts';
import type { Translate } from '#web/locales/translations.ts';
import { aboutOf, askedOf, evidenceText, glanceOf, shown } from './evidence.ts';
import type { Labels } from './evidence.ts';
import { clockRuns, warnAt } from './stage.ts';

export interface ColumnParts {
  /** Translations of the kind on its own route, of the family in the inbox. */
  readonly own: Translate;
  readonly t: Translate;
  readonly requests: Translate;
  readonly kindTitle: (name: string) => string;
  readonly kind: (name: string) => ApprovalKind | null;
  readonly place: (id: number | null) => string;
  readonly labels: Labels;
  readonly narrow: boolean;
  /** The list has requests of several kinds. */
  readonly mixed: boolean;
}

export const stateTones: Readonly<Record<string, Tone>> = {
  requested: 'muted',
  inReview: 'info',
  infoRequested: 'warn',
  pendingApply: 'ok',
  pendingReject: 'danger',
  approved: 'ok',
};

/** Columns of the inbox, which mixes all kinds; the kind is a column when there are several. */
export const inboxColumns: readonly ColumnDef[] = [
  { name: 'dueAt', kind: 'countdown', width: 96 },
  { name: 'ref', kind: 'id', width: 100 },
  { name: 'requester', kind: 'person', width: 130 },
  { name: 'subject', kind: 'person', width: 200 },
  { name: 'change', kind: 'text', flex: 1, width: 285 },
  { name: 'state', kind: 'status', of: 'state', width: 180 },
  { name: 'text', kind: 'text', flex: 1, width: 150 },
  { name: 'kind', kind: 'text', width: 170 },
  { name: 'step', kind: 'progress', of: 'steps', width: 64 },
  { name: 'readBy', kind: 'text', width: 120 },
  { name: 'pooId', kind: 'place', width: 110 },
  { name: 'enteredAt', kind: 'age', width: 80 },
];
const common: ReadonlySet<string> = new Set([...columnsBefore, ...columnsAfter].map(({ name }) => name));
/** On a phone, beside what is requested for whom, which stands in two lines. */
const narrowKeys: readonly string[] = ['dueAt'];

/** Converts declared columns to grid columns, the deadline first. */
export function gridColumns(
  columns: readonly ColumnDef[],
  parts: ColumnParts,
): readonly GridColumn<ApprovalRow>[] {
  const first = columns.filter(({ kind }) => kind === 'countdown');
  const rest = columns.filter(({ kind }) => kind !== 'countdown').map((column) => columnOf(column, parts));
  return [
    ...first.map((column) => columnOf(column, parts)),
    ...(parts.narrow ? [askedColumn(parts)] : []),
    ...rest,
  ];
}

/** What is requested for whom, above who requests it and how far it is. */
function askedColumn({ t, kind, labels, mixed, requests }: ColumnParts): GridColumn<ApprovalRow> {
  const asked = (row: ApprovalRow): string => askedOf(kind(row.kind), row, labels, mixed);
  return {
    key: 'asked',
    label: t('column.asked'),
    kind: 'text',
    flex: 1,
    width: 200,
    tells: false,
    showsWhy: true,
    value: asked,
    render: (row) => (
      <span className="ap-asked">
        <b>{asked(row)}</b>
        <span className={`ops-tone-${stateTones[row.state] ?? 'muted'}`}>
          {row.requester.name} · {requests(`state.${row.state}`)}
        </span>
      </span>
    ),
  };
}

function columnOf(column: ColumnDef, parts: ColumnParts): GridColumn<ApprovalRow> {
  const { own, t, narrow } = parts;
  const { name: key, filter: _filter, of, ...plain } = column;
  const base: GridColumn<ApprovalRow> = {
    ...plain,
    key,
    label: own(`column.${column.name}`),
    ...(of ? { of } : {}),
    hidden: narrow ? !narrowKeys.includes(column.name) : (column.hidden ?? false),
  };
  switch (column.name) {
    case 'dueAt':
      return {
        ...base,
        kind: 'sla',
        width: narrow ? 84 : 96,
        ...(narrow ? { folds: 'never' as const } : {}),
        text: (row, now) => (clockRuns(row) ? formatCountdown(Date.parse(row.dueAt) - now) : t('paused')),
        tone: (row, now) =>
          !clockRuns(row)
            ? 'muted'
            : now >= Date.parse(row.dueAt)
              ? 'danger'
              : now >= warnAt(row)
                ? 'warn'
                : null,
      };
    case 'kind':
      return { ...base, value: (row) => parts.kindTitle(row.kind) };
    case 'requester':
      return { ...base, value: (row) => row.requester.name };
    case 'subject':
      return { ...base, value: (row) => aboutOf(parts.kind(row.kind), row, parts.labels) };
    case 'before':
    case 'after': {
      const side = column.name;
      return {
        ...base,
        value: (row) => evidenceOf(parts.kind(row.kind), row[side], column.kind),
        text: (row) =>
          shown(column.kind, evidenceOf(parts.kind(row.kind), row[side], column.kind), parts.labels),
      };
    }
    case 'change':
      return { ...base, value: (row) => glanceOf(parts.kind(row.kind), row, parts.labels) };
    case 'readBy':
      return { ...base, value: (row) => row.readBy.join(', ') };
    case 'state': {
      const word = (row: ApprovalRow): string => parts.requests(`state.${row.state}`);
      return {
        ...base,
        showsWhy: !narrow,
        folds: 'alike',
        width: column.width ?? 170,
        value: word,
        render: (row) => (
          <StatusWord tone={stateTones[row.state] ?? 'muted'} dot>
            {word(row)}
          </StatusWord>
        ),
      };
    }
    case 'pooId':
      return { ...base, value: (row) => parts.place(row.pooId) };
    default:
      return common.has(column.name) ? base : { ...base, ...ownEvidence(column.name, parts) };
  }
}

/** A kind's own column shows its evidence from the request. */
function ownEvidence(key: string, { kind, labels }: ColumnParts): Partial<GridColumn<ApprovalRow>> {
  const declared = (row: ApprovalRow): string => {
    const of = kind(row.kind);
    const column = of?.evidence.find((one) => one.name === key);
    return of && column ? evidenceText(of, column, row.before[key], labels) : '';
  };
  return { value: (row) => row.before[key], text: declared };
}

/** A column named `before` or `after` shows the first evidence of that kind. */
function evidenceOf(
  kind: ApprovalKind | null,
  values: Readonly<Record<string, unknown>>,
  as: ColumnDef['kind'],
): unknown {
  const key = kind?.evidence.find((one) => one.kind === as)?.name;
  return key === undefined ? null : values[key];
}
