import { z } from 'zod';
import * as texts from '../../core/texts.ts';
import type { Event, RecordedEventOf } from '../../core/event.ts';
import { refuse } from '../../core/refusal.ts';
import type { Refusal } from '../../core/refusal.ts';
import type { Ctx } from '../../core/stream.ts';
import { command, defineStream } from '../../core/stream.ts';
import { translations } from '../../core/translations.ts';

/** A personal calendar entry, visible to its owner only. */
export interface CalendarEntry {
  readonly id: number;
  readonly empId: number | null;
  readonly title: string;
  readonly from: string;
  readonly to: string;
  readonly note: string;
  readonly removed: boolean;
  readonly version: number;
}

const DAYS = 14;
const content = z.strictObject({
  title: texts.line().min(1, 'required').max(120),
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  note: texts.paragraph().max(500).default(''),
});
type Content = z.infer<typeof content>;
type CalendarEntryEvent =
  | Event<'PersonalEntryAdded', Content & { readonly empId: number }>
  | Event<'PersonalEntryChanged', Content>
  | Event<'PersonalEntryRemoved', object>;

function evolve(
  state: CalendarEntry,
  { type, data, version }: RecordedEventOf<CalendarEntryEvent>,
): CalendarEntry {
  switch (type) {
    case 'PersonalEntryAdded':
    case 'PersonalEntryChanged':
      return { ...state, ...data, version };
    case 'PersonalEntryRemoved':
      return { ...state, removed: true, version };
    default:
      return state;
  }
}

export const noEntry = (key: string): CalendarEntry => ({
  id: Number(key),
  empId: null,
  title: '',
  from: '',
  to: '',
  note: '',
  removed: false,
  version: 0,
});
export const evolveEntry = evolve;

function wrongTimes({ from, to }: Content): Refusal | null {
  const length = Date.parse(to) - Date.parse(from);
  return length > 0 && length <= DAYS * 86_400_000 ? null : refuse('entryTimes', 422, { days: DAYS }, 'to');
}
const mine = (state: CalendarEntry, ctx: Ctx): boolean =>
  state.empId !== null && state.empId === ctx.viewer.empId && !state.removed;

export const calendarentry = defineStream<CalendarEntry, CalendarEntryEvent>({
  name: 'calendarentry',
  events: {
    PersonalEntryAdded: true,
    PersonalEntryChanged: true,
    PersonalEntryRemoved: true,
  },
  area: 'notices',
  state: 1,
  initial: noEntry,
  evolve,
  commands: {
    add: command<CalendarEntry, Content>({
      input: content,
      need: 'signedIn',
      creates: true,
      decide: (state, input, ctx) => {
        if (ctx.viewer.empId === null) return refuse('employeesOnly', 403);
        if (state.empId !== null) return refuse('notFound', 404);
        return (
          wrongTimes(input) ?? [{ type: 'PersonalEntryAdded', data: { ...input, empId: ctx.viewer.empId } }]
        );
      },
    }),
    change: command<CalendarEntry, Content>({
      input: content,
      need: 'signedIn',
      versioned: true,
      decide: (state, input, ctx) =>
        mine(state, ctx)
          ? (wrongTimes(input) ?? [{ type: 'PersonalEntryChanged', data: { ...input } }])
          : refuse('notFound', 404),
    }),
    remove: command<CalendarEntry, object>({
      input: z.strictObject({}),
      need: 'signedIn',
      decide: (state, _input, ctx) =>
        mine(state, ctx) ? [{ type: 'PersonalEntryRemoved', data: {} }] : refuse('notFound', 404),
    }),
  },
  visible: (state, viewer) =>
    viewer.kind === 'system' || (state.empId !== null && viewer.empId === state.empId),
  translations: translations({
    en: {
      entryTimes: 'The end must come after the start, at most {{days}} days later.',
      PersonalEntryAdded: 'Entry added',
      PersonalEntryChanged: 'Entry changed',
      PersonalEntryRemoved: 'Entry removed',
    },
    es: {
      entryTimes: 'El fin debe ir después del inicio, como máximo {{days}} días más tarde.',
      PersonalEntryAdded: 'Entrada añadida',
      PersonalEntryChanged: 'Entrada cambiada',
      PersonalEntryRemoved: 'Entrada quitada',
    },
  }),
  story: [
    {
      as: 'agent1',
      stream: 'calendarentry-new',
      command: 'add',
      input: { title: 'Dentist', from: '2026-11-23T09:00:00.000Z', to: '2026-11-23T10:00:00.000Z' },
    },
  ],
});
