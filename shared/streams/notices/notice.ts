import { noticeColours, noticeIcons } from './kinds.ts';
import * as texts from '../../core/texts.ts';
import type { Upcaster } from '../../core/upcast.ts';
import { z } from 'zod';
import type { Event, RecordedEventOf } from '../../core/event.ts';
import { DAY_MS } from '../../core/day.ts';
import { refuse } from '../../core/refusal.ts';
import type { Ctx } from '../../core/stream.ts';
import { command, defineStream } from '../../core/stream.ts';
import type { PreferenceState } from '../people/preference.ts';
import { channelsOf, noWishes } from './channels.ts';
import { messageOf } from './mention.ts';
import { noticeTranslations } from './translations.ts';

/**
 * One notice. `n` identifies it; `seq` increases with every delivery, merges included, and bounds "clear up
 * to".
 */
export interface Notice {
  readonly n: number;
  readonly seq: number;
  /** Message key of this stream's translations, with its values; never a diagnosis or a full phone number. */
  readonly message: string;
  readonly values: Readonly<Record<string, string | number>>;
  readonly icon: string;
  readonly route: string;
  readonly color: string;
  readonly dedupeKey: string | null;
  readonly time: string;
  readonly count: number;
  /** The stream it is about, e.g. `approval-7`; null when it has no lifecycle. */
  readonly about: string | null;
  /** When something must be done, ISO. */
  readonly due: string | null;
  /** Overrides quiet hours and choices, because somebody is waiting. */
  readonly urgent: boolean;
  /** Channels it was delivered to, by the recipient's choice at that time. */
  readonly panel: boolean;
  readonly sound: boolean;
  readonly push: boolean;
  readonly readAt: string | null;
  readonly doneAt: string | null;
  /** Cleared from the panel; the inbox keeps it. */
  readonly clearedAt: string | null;
}
export interface NoticeState {
  readonly empId: number;
  readonly last: number;
  readonly seq: number;
  readonly items: readonly Notice[];
}

export const noticeLimits = { mergeMs: 5 * 60_000, keepMs: 30 * DAY_MS, keep: 200 } as const;

/** Only paths of this console; anything else leads to the dashboard. */
export function internalRoute(route: string): string {
  return /^\/[A-Za-z0-9][A-Za-z0-9_\-/.]*(\?[A-Za-z0-9_\-=&.%]*)?$/.test(route) &&
    !route.includes('//') &&
    !route.includes('..')
    ? route
    : '/dashboard';
}

/** Values of members that older events lack. */
const defaults = { about: null, due: null, urgent: false, panel: true, sound: true, push: false } as const;

/** Renamed messages and routes. */
const renamedMessages: Readonly<Record<string, string>> = {
  approvalAsked: 'approvalRequested',
  approvalInfoAsked: 'approvalInfoRequested',
  readingAlert: 'accessAlert',
};
const plainNames: Upcaster = (data) => ({
  ...data,
  message: renamedMessages[String(data['message'])] ?? data['message'],
  route: data['route'] === '/admin/readings' ? '/admin/access-audit' : data['route'],
});

function withItems(state: NoticeState, ns: readonly number[], change: Partial<Notice>): NoticeState {
  return { ...state, items: state.items.map((one) => (ns.includes(one.n) ? { ...one, ...change } : one)) };
}

type NoticeEvent =
  | Event<
      'NotificationPushed',
      Omit<Notice, 'time' | 'readAt' | 'doneAt' | 'clearedAt' | keyof typeof defaults> &
        Partial<Pick<Notice, keyof typeof defaults>> & {
          /** Older notices that it leaves no room for. */
          readonly dropped: readonly number[];
        }
    >
  | Event<'NotificationRead', { readonly read: readonly number[] }>
  | Event<'NotificationDone', { readonly done: readonly number[] }>
  | Event<'NotificationReopened', { readonly reopened: readonly number[] }>
  | Event<'NotificationsClearedAll', { readonly upTo: number; readonly cleared: readonly number[] }>;

function evolve(state: NoticeState, event: RecordedEventOf<NoticeEvent>): NoticeState {
  switch (event.type) {
    case 'NotificationPushed': {
      const { dropped, ...notice } = event.data;
      const items = state.items.filter((one) => one.n !== notice.n && !dropped.includes(one.n));
      const fresh: Notice = {
        ...defaults,
        ...notice,
        time: event.at,
        readAt: null,
        doneAt: null,
        clearedAt: null,
      };
      return { ...state, last: Math.max(state.last, notice.n), seq: notice.seq, items: [...items, fresh] };
    }
    case 'NotificationRead':
      return withItems(state, event.data.read, { readAt: event.at });
    case 'NotificationDone':
      return withItems(state, event.data.done, { doneAt: event.at });
    case 'NotificationReopened':
      return withItems(state, event.data.reopened, { doneAt: null });
    case 'NotificationsClearedAll':
      return withItems(state, event.data.cleared, { clearedAt: event.at });
    default:
      return state;
  }
}

const push = z.strictObject({
  message: texts.code(/^[a-z][A-Za-z]*$/).max(60),
  values: z.record(texts.own(), z.union([texts.own().max(200), z.number()])),
  icon: z.enum(noticeIcons),
  route: texts.own().max(200),
  color: z.enum(noticeColours),
  dedupeKey: texts.own().max(120).optional(),
  about: texts.own().max(120).optional(),
  due: z.iso.datetime().optional(),
  urgent: z.boolean().optional(),
  /** Says the newest about one thing: takes the place of the one before, however old, unless that is done. */
  replaces: z.boolean().optional(),
});
const mine = (state: NoticeState, ctx: Ctx): boolean => ctx.viewer.empId === state.empId;

export const notice = defineStream<NoticeState, NoticeEvent>({
  name: 'notice',
  events: {
    NotificationPushed: true,
    NotificationRead: true,
    NotificationDone: true,
    NotificationReopened: true,
    NotificationsClearedAll: true,
  },
  area: 'notices',
  state: 2,
  upcast: { NotificationPushed: { 1: plainNames } },
  initial: (key) => ({ empId: Number(key), last: 0, seq: 0, items: [] }),
  evolve,
  commands: {
    push: command<NoticeState, z.infer<typeof push>>({
      input: push,
      need: 'system',
      creates: true,
      reads: (_input, state) => ({ wishes: `preference-e${state.empId}` }),
      decide: (state, { dedupeKey, about, due, urgent = false, replaces = false, ...notice }, ctx) => {
        const wishes = (ctx.read.wishes as PreferenceState | undefined)?.values['notices'] ?? noWishes;
        const same =
          dedupeKey === undefined
            ? undefined
            : state.items.findLast(
                (one) =>
                  one.dedupeKey === dedupeKey &&
                  (replaces ? one.doneAt === null : ctx.now - Date.parse(one.time) < noticeLimits.mergeMs),
              );
        const old = state.items.filter(
          (one) => one !== same && ctx.now - Date.parse(one.time) > noticeLimits.keepMs,
        );
        const kept = state.items.filter((one) => one !== same && !old.includes(one));
        const over = kept.slice(0, Math.max(0, kept.length + 1 - noticeLimits.keep));
        const data = {
          ...notice,
          route: internalRoute(notice.route),
          about: about ?? null,
          due: due ?? null,
          urgent,
          ...channelsOf(wishes as typeof noWishes, { message: notice.message, urgent }, ctx.now),
          dedupeKey: dedupeKey ?? null,
          n: same?.n ?? state.last + 1,
          seq: state.seq + 1,
          count: (same?.count ?? 0) + 1,
          dropped: [...old, ...over].map((one) => one.n),
        };
        return [{ type: 'NotificationPushed', data }];
      },
    }),
    read: command<NoticeState, { n: number }>({
      input: z.strictObject({ n: z.int().positive() }),
      need: 'signedIn',
      decide: (state, { n }, ctx) => {
        const one = state.items.find((item) => item.n === n);
        if (!one || !mine(state, ctx)) return refuse('notFound', 404);
        return one.readAt ? [] : [{ type: 'NotificationRead', data: { read: [n] } }];
      },
    }),
    /** `panel`: only notices that the panel showed. */
    readUpTo: command<NoticeState, { upTo: number; panel?: true | undefined }>({
      input: z.strictObject({ upTo: z.int().min(0), panel: z.literal(true).optional() }),
      need: 'signedIn',
      decide: (state, { upTo, panel }, ctx) => {
        if (!mine(state, ctx)) return refuse('notFound', 404);
        const shown = (one: Notice): boolean => !panel || (one.panel && !one.clearedAt);
        const read = state.items
          .filter((one) => one.seq <= upTo && !one.readAt && shown(one))
          .map((one) => one.n);
        return read.length === 0 ? [] : [{ type: 'NotificationRead', data: { read } }];
      },
    }),
    /** Mentions whose message has been read in its room. */
    readMentions: command<NoticeState, { room: string; upTo: number }>({
      input: z.strictObject({ room: texts.own().max(120), upTo: z.int().min(0) }),
      need: 'system',
      decide: (state, { room, upTo }) => {
        const read = state.items
          .filter((one) => !one.readAt && (messageOf(one.dedupeKey, room) ?? Infinity) <= upTo)
          .map((one) => one.n);
        return read.length === 0 ? [] : [{ type: 'NotificationRead', data: { read } }];
      },
    }),
    /** Marks it as done: off the inbox's open list, and read. */
    done: command<NoticeState, { n: number }>({
      input: z.strictObject({ n: z.int().positive() }),
      need: 'signedIn',
      decide: (state, { n }, ctx) => {
        const one = state.items.find((item) => item.n === n);
        if (!one || !mine(state, ctx)) return refuse('notFound', 404);
        if (one.doneAt) return [];
        return [
          ...(one.readAt ? [] : [{ type: 'NotificationRead', data: { read: [n] } }]),
          { type: 'NotificationDone', data: { done: [n] } },
        ];
      },
    }),
    reopen: command<NoticeState, { n: number }>({
      input: z.strictObject({ n: z.int().positive() }),
      need: 'signedIn',
      decide: (state, { n }, ctx) => {
        const one = state.items.find((item) => item.n === n);
        if (!one || !mine(state, ctx)) return refuse('notFound', 404);
        return one.doneAt ? [{ type: 'NotificationReopened', data: { reopened: [n] } }] : [];
      },
    }),
    /** Empties the panel, not the inbox. `upTo` is the highest `seq` the panel had shown; later ones stay. */
    clearAll: command<NoticeState, { upTo: number }>({
      input: z.strictObject({ upTo: z.int().min(0) }),
      need: 'signedIn',
      decide: (state, { upTo }, ctx) => {
        if (!mine(state, ctx)) return refuse('notFound', 404);
        const cleared = state.items.filter((one) => one.seq <= upTo && !one.clearedAt).map((one) => one.n);
        return cleared.length === 0 ? [] : [{ type: 'NotificationsClearedAll', data: { upTo, cleared } }];
      },
    }),
  },
  visible: (state, viewer) => viewer.kind === 'system' || viewer.empId === state.empId,
  translations: noticeTranslations,
  story: [
    {
      as: 'system',
      stream: 'notice-101',
      command: 'push',
      input: {
        message: 'approvalGranted',
        values: { ref: 'AP-009001' },
        icon: 'check',
        route: '/approvals',
        color: 'green',
        dedupeKey: 'approval-9001',
      },
    },
    { as: 'agent1', stream: 'notice-101', command: 'read', input: { n: 1 } },
    { as: 'agent1', stream: 'notice-101', command: 'done', input: { n: 1 } },
    { as: 'agent1', stream: 'notice-101', command: 'clearAll', input: { upTo: 1 } },
  ],
});
