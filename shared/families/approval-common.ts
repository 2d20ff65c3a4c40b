import type { ColumnDef } from './screen.ts';

/** Columns that every kind of approval has, before and after its own. */
export const columnsBefore: readonly ColumnDef[] = [
  { key: 'ref', kind: 'id', width: 110 },
  { key: 'requester', kind: 'person', flex: 1, filter: 'text' },
  { key: 'subject', kind: 'id', width: 110 },
];
export const columnsAfter: readonly ColumnDef[] = [
  { key: 'text', kind: 'text', flex: 2 },
  { key: 'step', kind: 'progress', of: 'steps', width: 90 },
  { key: 'dueAt', kind: 'countdown', width: 110 },
  { key: 'readBy', kind: 'text', width: 140 },
  { key: 'state', kind: 'status', of: 'state', width: 150, filter: 'set' },
  { key: 'pooId', kind: 'poo', width: 120, filter: 'set' },
  { key: 'enteredAt', kind: 'age', width: 90 },
];

/** Headings and states that every kind has. */
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
    'state.infoRequested': 'Question asked',
    'state.pendingApply': 'Approved, can be undone',
    'state.pendingReject': 'Rejected, can be undone',
    'state.approved': 'Approved',
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
  },
} as const;
