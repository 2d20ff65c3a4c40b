import { z } from 'zod';
import * as texts from '../../core/texts.ts';
import type { Event, RecordedEventOf } from '../../core/event.ts';
import type { NewEvent } from '../../core/event.ts';
import { inPoos, type Permission } from '../../core/permission.ts';
import { refuse, type Refusal } from '../../core/refusal.ts';
import { command, defineStream, type Ctx } from '../../core/stream.ts';
import { translations } from '../../core/translations.ts';
import { isOpenTask, type AppointmentState } from './appointment/state.ts';

/** Notes for the visitor or caller; at most this many characters. */
export const noteLength = 4000;

/** A note has the number of its appointment, which was allotted there. */
const prefix = 'visit';
export const noteKey = (appointmentId: number | string): string => `${prefix}${appointmentId}`;
export const noteStream = (appointmentId: number | string): string =>
  `preparatorynote-${noteKey(appointmentId)}`;
export const appointmentOfNote = (key: string): string => key.slice(prefix.length);

interface Author {
  readonly empId: number | null;
  readonly name: string;
}
export type PreparatoryNoteEvent =
  | Event<'PreparatoryNoteSaved', { readonly text: string; readonly by: Author }>
  | Event<'PreparatoryNoteReady', { readonly by: Author }>
  | Event<'PreparatoryNoteUsed', object>;

export interface PreparatoryNoteState {
  readonly id: string;
  readonly stage: 'none' | 'draft' | 'ready' | 'used';
  readonly text: string;
  readonly by: Author | null;
  readonly at: string | null;
}

export function evolveNote(
  state: PreparatoryNoteState,
  event: RecordedEventOf<PreparatoryNoteEvent>,
): PreparatoryNoteState {
  switch (event.type) {
    case 'PreparatoryNoteSaved':
      return { ...state, stage: 'draft', text: event.data.text, by: event.data.by, at: event.at };
    case 'PreparatoryNoteReady':
      return { ...state, stage: 'ready', at: event.at };
    case 'PreparatoryNoteUsed':
      return { ...state, stage: 'used' };
    default:
      return state;
  }
}
export const noNote = (key: string): PreparatoryNoteState => ({
  id: key,
  stage: 'none',
  text: '',
  by: null,
  at: null,
});

const need: readonly Permission[] = ['Out Bound/preparatoryNotes:create', 'Out Bound/preparatoryNotes:edit'];
const made = (event: PreparatoryNoteEvent): NewEvent => ({ type: event.type, data: { ...event.data } });
const author = ({ viewer }: Ctx): Author => ({ empId: viewer.empId, name: viewer.name });
const task = (state: Pick<PreparatoryNoteState, 'id'>): Record<string, string> => ({
  task: `appointment-${appointmentOfNote(state.id)}`,
});

/** A note belongs to an open appointment of one's places, until it begins. */
function closed(ctx: Ctx): Refusal | null {
  const appointment = ctx.read.task as AppointmentState;
  if (appointment.iTaskStatus === null || !inPoos(ctx.viewer, appointment.iPooId))
    return refuse('notFound', 404);
  return isOpenTask(appointment) && appointment.iTaskStatus === 0 ? null : refuse('noteTooLate', 409);
}

/**
 * The note before one appointment, under its number: written, marked as ready, used when the visit begins.
 */
export const preparatorynote = defineStream<PreparatoryNoteState, PreparatoryNoteEvent>({
  name: 'preparatorynote',
  area: 'leads',
  state: 1,
  events: { PreparatoryNoteSaved: true, PreparatoryNoteReady: true, PreparatoryNoteUsed: true },
  initial: noNote,
  evolve: evolveNote,
  commands: {
    save: command<PreparatoryNoteState, { text: string }>({
      input: z.strictObject({ text: texts.paragraph().min(3, 'tooShort').max(noteLength, 'tooLong') }),
      need,
      creates: true,
      versioned: true,
      reads: (_input, state) => task(state),
      decide: (state, { text }, ctx) =>
        closed(ctx) ??
        (state.text === text && state.stage !== 'none'
          ? []
          : [made({ type: 'PreparatoryNoteSaved', data: { text, by: author(ctx) } })]),
    }),
    ready: command<PreparatoryNoteState, object>({
      input: z.strictObject({}),
      need,
      versioned: true,
      reads: (_input, state) => task(state),
      decide(state, _input, ctx) {
        const no = closed(ctx);
        if (no) return no;
        return state.stage === 'draft'
          ? [made({ type: 'PreparatoryNoteReady', data: { by: author(ctx) } })]
          : refuse('noteStage', 409);
      },
    }),
    /** Sent when the visit begins. */
    use: command<PreparatoryNoteState, object>({
      input: z.strictObject({}),
      need: 'system',
      decide: (state) =>
        state.stage === 'draft' || state.stage === 'ready'
          ? [made({ type: 'PreparatoryNoteUsed', data: {} })]
          : refuse('noLongerNeeded', 409),
    }),
  },
  translations: translations({
    en: {
      PreparatoryNoteSaved: 'Note saved',
      PreparatoryNoteReady: 'Note ready',
      PreparatoryNoteUsed: 'Used at the visit',
      noteTooLate: 'The visit has begun or is over; its note stays as it is.',
      noteStage: 'Only a saved draft can be marked as ready.',
    },
    es: {
      PreparatoryNoteSaved: 'Nota guardada',
      PreparatoryNoteReady: 'Nota lista',
      PreparatoryNoteUsed: 'Usada en la visita',
      noteTooLate: 'La visita empezó o terminó; su nota queda como está.',
      noteStage: 'Solo un borrador guardado se puede marcar como listo.',
    },
  }),
  story: [],
});
