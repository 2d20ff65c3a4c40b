import type { ApprovalKind, EvidenceDef } from '#shared/families/approval.ts';
import { codeText } from '#shared/families/approval-common.ts';
import type { ApprovalRow } from '#shared/families/approval-feed.ts';
import { isDay } from '#shared/core/day.ts';
import type { Language } from '#shared/core/translations.ts';
import { same } from '#web/live/same.ts';
import { formatDate, formatInstant, formatMoney, formatNumber, formatTime } from '#web/locales/formats.ts';

/** One line of the diff. */
export interface Change {
  readonly key: string;
  readonly kind: EvidenceDef['kind'];
  readonly before: string;
  readonly after: string;
  readonly changed: boolean;
  /** Only `before` has a value. */
  readonly detail: boolean;
}

export interface Labels {
  readonly yes: string;
  readonly no: string;
  readonly language: Language;
  /** Customers and leads by their reference. */
  readonly names: ReadonlyMap<string, string>;
}

/** A reference beside the name of the person it stands for, where that is known. */
const withName = (value: string, { names }: Pick<Labels, 'names'>): string =>
  names.has(value) ? `${names.get(value)} · ${value}` : value;

/** A value of the evidence, formatted by kind; a dash when missing. */
export function shown(kind: EvidenceDef['kind'], value: unknown, labels: Omit<Labels, 'language'>): string {
  if (value === null || value === undefined || value === '') return '–';
  switch (kind) {
    case 'position':
    case 'files':
      return '';
    case 'datetime':
      return formatInstant(value as string);
    case 'date':
      return formatDate(value as string);
    case 'time':
      return formatTime(value as string);
    case 'money':
      return formatMoney(Number(value));
    case 'number':
      return formatNumber(Number(value));
    case 'yesNo':
      return value ? labels.yes : labels.no;
    case 'id':
      // What a request is about may be a day.
      return isDay(String(value)) ? formatDate(String(value)) : withName(String(value), labels);
    default:
      return typeof value === 'object'
        ? String((value as { name?: string }).name ?? JSON.stringify(value))
        : String(value);
  }
}

/** The value under a key of the evidence; a status is translated by the kind. */
export function evidenceText(
  kind: ApprovalKind,
  column: EvidenceDef,
  value: unknown,
  labels: Labels,
): string {
  const phrases: Readonly<Record<string, string>> = kind.translations[labels.language];
  return (column.of ? codeText(phrases, column.of, value) : null) ?? shown(column.kind, value, labels);
}

/** Lines of the diff in the declared order, changes first. */
export function changesOf(
  kind: ApprovalKind,
  row: Pick<ApprovalRow, 'before' | 'after'>,
  labels: Labels,
): readonly Change[] {
  // Keys that belong to other variants of the kind are left out.
  const text = kind.evidence.filter(({ name }) => name in row.before || name in row.after);
  const lines = text.map((column): Change => {
    const detail = !(column.name in row.after);
    const [was, willBe] = [row.before[column.name], row.after[column.name]];
    const before = evidenceText(kind, column, was, labels);
    return {
      key: column.name,
      kind: column.kind,
      before,
      after: detail ? before : evidenceText(kind, column, willBe, labels),
      changed: !detail && !same(was, willBe),
      detail,
    };
  });
  return [...lines.filter((line) => line.changed), ...lines.filter((line) => !line.changed)];
}

/** Evidence that is viewed rather than read: maps and files. */
export const isSeen = ({ kind }: Pick<Change, 'kind'>): boolean => kind === 'position' || kind === 'files';

/** The most important change: the first evidence that differs. */
export function mainChange(
  kind: ApprovalKind | null,
  row: Pick<ApprovalRow, 'before' | 'after'>,
  labels: Labels,
): Change | null {
  return kind ? (changesOf(kind, row, labels).find((line) => line.changed && !isSeen(line)) ?? null) : null;
}

const GLANCED = 3;

/** A request in one line: its main change, else the first of what it asks for. */
export function glanceOf(
  kind: ApprovalKind | null,
  row: Pick<ApprovalRow, 'before' | 'after'>,
  labels: Labels,
): string {
  if (!kind) return '';
  const change = mainChange(kind, row, labels);
  if (change) return `${change.before} → ${change.after}`;
  return changesOf(kind, row, labels)
    .filter((line) => !isSeen(line) && line.after !== '–')
    .slice(0, GLANCED)
    .map(({ after }) => after)
    .join(' · ');
}

/** Whom or what a request is about, by name; null where its kind names nothing but its number. */
function nameOfSubject(
  kind: ApprovalKind | null,
  row: Pick<ApprovalRow, 'before' | 'subject'>,
  labels: Labels,
): string | null {
  const column = kind?.evidence.find(({ name }) => name === kind.about);
  const value = column && row.before[column.name];
  if (!kind || !column || value === null || value === undefined || value === row.subject.ref) return null;
  return labels.names.get(String(value)) ?? evidenceText(kind, column, value, labels);
}

/** Whom or what a request is about, by name, with its number beside it. */
export function aboutOf(
  kind: ApprovalKind | null,
  row: Pick<ApprovalRow, 'before' | 'subject'>,
  labels: Labels,
): string {
  const name = nameOfSubject(kind, row, labels);
  return name === null ? row.subject.ref : `${name} · ${row.subject.ref}`;
}

/** What is asked for, as a list names it; a kind without such a word by its title. */
export function askedText(kind: ApprovalKind, language: Language): string {
  const texts = kind.translations[language] as Readonly<Record<string, string>>;
  return texts['asked'] ?? texts['title'] ?? kind.name;
}

/** What is requested, and for whom: the one line of a request on a phone. `mixed`: the list has several kinds. */
export function askedOf(
  kind: ApprovalKind | null,
  row: Pick<ApprovalRow, 'before' | 'after' | 'subject' | 'reason'>,
  labels: Labels,
  mixed: boolean,
): string {
  if (!kind) return row.subject.ref;
  const phrases: Readonly<Record<string, string>> = kind.translations[labels.language];
  const what = phrases[`variant.${row.reason}`] ?? (mixed ? askedText(kind, labels.language) : undefined);
  const known = [what, nameOfSubject(kind, row, labels)].filter(Boolean);
  return [...known, ...(known.length < 2 ? [glanceOf(kind, row, labels)] : [])].filter(Boolean).join(' · ');
}
