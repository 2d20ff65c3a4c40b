import type { EventOf } from '../core/stream.ts';
import type { appointment } from '../streams/leads/appointment/appointment.ts';
import type { preparatorynote } from '../streams/leads/preparatorynote.ts';
import { streamKey, streamName } from '../core/event.ts';
import { inPoos } from '../core/permission.ts';
import { defineFeed, defineView } from '../core/view.ts';
import { evolveAppointment } from '../streams/leads/appointment/evolve.ts';
import {
  isOpenTask,
  noAppointment,
  startsAt,
  type AppointmentState,
} from '../streams/leads/appointment/state.ts';
import { customerOf } from '../streams/leads/appointment/customer-ref.ts';
import {
  appointmentOfNote,
  evolveNote,
  noNote,
  noteKey,
  type PreparatoryNoteState,
} from '../streams/leads/preparatorynote.ts';

/** An open appointment and the note for the visitor or caller. */
export interface NoteRow {
  readonly id: string;
  readonly ref: string;
  readonly who: string;
  readonly customer: string;
  readonly type: AppointmentState['vAppType'];
  readonly day: string;
  readonly slotFrom: string;
  readonly startsAt: string;
  readonly begun: boolean;
  readonly assignedTo: number | null;
  readonly assignedName: string;
  readonly pooId: number | null;
  readonly remarks: string;
  readonly note: PreparatoryNoteState;
  /** Version of the note's stream. */
  readonly version: number;
}
interface Kept extends NoteRow {
  readonly task: AppointmentState;
}

export const preparatoryNotesView = defineView<Kept, EventOf<typeof appointment | typeof preparatorynote>>({
  name: 'preparatoryNotes',
  version: 1,
  streams: ['appointment', 'preparatorynote'],
  ids: ({ stream }) => {
    const key = streamKey(stream);
    return [streamName(stream) === 'preparatorynote' ? appointmentOfNote(key) : key];
  },
  row(row, event, id) {
    if (streamName(event.stream) === 'preparatorynote')
      return row
        ? {
            ...row,
            note: evolveNote(row.note, event as EventOf<typeof preparatorynote>),
            version: event.version,
          }
        : null;
    const task = evolveAppointment(row?.task ?? noAppointment(id), event as EventOf<typeof appointment>);
    if (!isOpenTask(task)) return null;
    return {
      id,
      ref: task.ref,
      who: customerOf(task),
      customer: task.place?.name ?? '',
      type: task.vAppType,
      day: task.appDate,
      slotFrom: task.slotFrom,
      startsAt: new Date(startsAt(task)).toISOString(),
      begun: task.iTaskStatus === 1,
      assignedTo: task.iAssignedTo,
      assignedName: task.assignedName,
      pooId: task.iPooId,
      remarks: task.vRemarks,
      note: row?.note ?? noNote(noteKey(id)),
      version: row?.version ?? 0,
      task,
    };
  },
});

const shown = ({ task: _task, ...row }: Kept): NoteRow => row;

/** Upcoming visits of the viewer's places, with their notes. */
export const preparatoryNotes = defineFeed<Kept, { readonly poos: readonly number[] | 'all' }, NoteRow>({
  name: 'preparatory/notes',
  view: preparatoryNotesView,
  need: 'Out Bound/preparatoryNotes:view',
  scope: (viewer) => ({ poos: viewer.poos === 'all' ? 'all' : [...viewer.poos].sort((a, b) => a - b) }),
  see: (row, scope) => (inPoos(scope, row.pooId) ? shown(row) : null),
  sources: ['lead'],
});

/** The notes for one's own visits. */
export const fieldNotes = defineFeed<Kept, { readonly empId: number | null }, NoteRow>({
  name: 'field/notes',
  view: preparatoryNotesView,
  need: 'signedIn',
  scope: (viewer) => ({ empId: viewer.empId }),
  see: (row, scope) => (row.assignedTo === scope.empId ? shown(row) : null),
  sources: ['lead'],
});
