import type { ColumnDef } from './screen.ts';

/** Columns of every kind of approval, before and after its own. */
export const columnsBefore: readonly ColumnDef[] = [
  { name: 'ref', kind: 'id', width: 110 },
  { name: 'requester', kind: 'person', flex: 1, filter: 'text' },
  { name: 'subject', kind: 'person', width: 200 },
];
export const columnsAfter: readonly ColumnDef[] = [
  { name: 'text', kind: 'text', flex: 2 },
  { name: 'step', kind: 'progress', of: 'steps', width: 90 },
  { name: 'dueAt', kind: 'countdown', width: 110 },
  { name: 'readBy', kind: 'text', width: 140 },
  { name: 'state', kind: 'status', of: 'state', width: 150, filter: 'set' },
  { name: 'pooId', kind: 'place', width: 120, filter: 'set' },
  { name: 'enteredAt', kind: 'age', width: 90 },
];

/** Headings and states of every kind. */
export const kindTranslations = {
  en: {
    'column.ref': 'Request',
    'column.requester': 'Requested by',
    'column.text': 'Reason',
    'column.step': 'Step',
    'column.dueAt': 'Time left',
    'column.readBy': 'Viewing',
    'column.state': 'State',
    'column.pooId': 'Place',
    'column.enteredAt': 'Age',
    'state.requested': 'Requested',
    'state.inReview': 'In review',
    'state.infoRequested': 'Waiting for answer',
    'state.pendingApply': 'Approved, can be undone',
    'state.pendingReject': 'Rejected, can be undone',
    'state.approved': 'Approved',
    'fails.subjectMoved': 'it has changed meanwhile',
  },
  es: {
    'column.ref': 'Solicitud',
    'column.requester': 'Solicitante',
    'column.text': 'Motivo',
    'column.step': 'Paso',
    'column.dueAt': 'Tiempo restante',
    'column.readBy': 'Viendo',
    'column.state': 'Estado',
    'column.pooId': 'Lugar',
    'column.enteredAt': 'Antigüedad',
    'state.requested': 'Solicitada',
    'state.inReview': 'En revisión',
    'state.infoRequested': 'Con pregunta',
    'state.pendingApply': 'Aprobada, se puede deshacer',
    'state.pendingReject': 'Rechazada, se puede deshacer',
    'state.approved': 'Aprobada',
    'fails.subjectMoved': 'ha cambiado entretanto',
  },
} as const;

const isCoded = (value: unknown): value is { readonly code: string; readonly text: string } =>
  typeof value === 'object' && value !== null && 'code' in value && 'text' in value;

/**
 * The display name of a value: a code, several codes, or codes with a text after each, one per line. Null
 * where a code has no name.
 */
export function codeText(
  phrases: Readonly<Record<string, string>>,
  of: string,
  value: unknown,
): string | null {
  if (Array.isArray(value))
    return value
      .map((one: unknown) =>
        isCoded(one)
          ? `${phrases[`${of}.${one.code}`] ?? one.code} · ${one.text}`
          : (phrases[`${of}.${String(one)}`] ?? String(one)),
      )
      .join(value.some(isCoded) ? '\n' : ', ');
  return phrases[`${of}.${String(value)}`] ?? null;
}
