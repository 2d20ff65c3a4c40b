import { z } from 'zod';
import * as texts from '../../core/texts.ts';
import type { Event, RecordedEventOf } from '../../core/event.ts';
import { refuse } from '../../core/refusal.ts';
import { command, defineStream } from '../../core/stream.ts';
import { translations } from '../../core/translations.ts';

const text = (most: number) => texts.line().min(1).max(most);
const time = texts.clock();

/** A saved view of the chart workbench. */
const savedChart = z.strictObject({
  id: text(40),
  title: text(60),
  list: text(100),
  split: text(60),
  measure: text(80),
  kind: z.enum(['bar', 'line', 'area', 'pie']),
});
const channels = z.strictObject({
  panel: z.boolean().optional(),
  sound: z.boolean().optional(),
  push: z.boolean().optional(),
});
/**
 * Channels per kind of notice, and quiet hours. The inbox always holds everything. `silent` (kinds without
 * sound) is the older format.
 */
const noticeWishes = z
  .strictObject({
    quietFrom: time.nullable(),
    quietTo: time.nullable(),
    silent: z.array(text(60)).max(60).optional(),
    channels: z.record(texts.code(/^[a-z][A-Za-z]{1,59}$/), channels).optional(),
  })
  .refine(({ quietFrom, quietTo }) => (quietFrom === null) === (quietTo === null), {
    path: ['quietTo'],
    message: 'required',
  })
  .refine((wishes) => Object.keys(wishes.channels ?? {}).length <= 100, {
    path: ['channels'],
    message: 'tooLong',
  });

const change = z.discriminatedUnion('name', [
  z.strictObject({ name: z.literal('charts'), value: z.array(savedChart).max(50) }),
  z.strictObject({ name: z.literal('notices'), value: noticeWishes }),
  /** Cards of the start page: their order, and those that are hidden. */
  z.strictObject({
    name: z.literal('start'),
    value: z.strictObject({ order: z.array(text(40)).max(20), hidden: z.array(text(40)).max(20) }),
  }),
  /** Hidden layers of the calendar. */
  z.strictObject({ name: z.literal('calendar'), value: z.array(text(20)).max(12) }),
]);

export type SavedChart = z.infer<typeof savedChart>;
export type NoticeWishes = z.infer<typeof noticeWishes>;
export interface PreferenceState {
  readonly empId: number;
  readonly values: Readonly<Record<string, unknown>>;
}

function evolve(state: PreferenceState, { type, data }: RecordedEventOf<PreferenceEvent>): PreferenceState {
  return type === 'PreferenceChanged'
    ? { ...state, values: { ...state.values, [data.name]: data.value } }
    : state;
}

/** The parsed value of one setting by its name. */
type PreferenceEvent = Event<'PreferenceChanged', z.infer<typeof change> & { readonly empId: number }>;

/** Personal settings, independent of the device; the key is `e` and the employee id. */
export const preference = defineStream<PreferenceState, PreferenceEvent>({
  name: 'preference',
  events: {
    PreferenceChanged: true,
  },
  area: 'people',
  state: 1,
  initial: (key) => ({ empId: /^e[1-9]\d*$/.test(key) ? Number(key.slice(1)) : 0, values: {} }),
  evolve,
  commands: {
    change: command<PreferenceState, z.infer<typeof change>>({
      input: change,
      need: 'signedIn',
      creates: true,
      decide: (state, input, ctx) => {
        if (ctx.viewer.empId !== state.empId) return refuse('notFound', 404);
        return JSON.stringify(state.values[input.name]) === JSON.stringify(input.value)
          ? []
          : [
              {
                type: 'PreferenceChanged',
                data: { empId: state.empId, name: input.name, value: input.value },
              },
            ];
      },
    }),
  },
  visible: (state, viewer) => viewer.kind === 'system' || viewer.empId === state.empId,
  translations: translations({
    en: { PreferenceChanged: 'Preference changed' },
    es: { PreferenceChanged: 'Preferencia cambiada' },
  }),
  story: [
    {
      as: 'agent1',
      stream: 'preference-e101',
      command: 'change',
      input: { name: 'notices', value: { quietFrom: '20:00', quietTo: '08:00', silent: [] } },
    },
  ],
});
