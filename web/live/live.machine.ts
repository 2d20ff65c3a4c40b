import { assign, fromPromise, raise, setup } from 'xstate';
import type { SourceHealth } from '#shared/wire.ts';

export type Opening =
  | { readonly ok: true; readonly sources: readonly SourceHealth[]; readonly scope: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly code: string; readonly message: string };

export interface LiveContext {
  readonly now: () => number;
  readonly up: boolean;
  /** The last moment (server ms) at which what is shown was known to be right. */
  readonly since: number;
  readonly tries: number;
  readonly resyncs: number;
  readonly sources: readonly SourceHealth[];
  readonly scope: Readonly<Record<string, unknown>>;
  readonly code: string | null;
  readonly message: string | null;
}

/** What the line does to a feed. `at` = when the last frame came. OPENED, BROKEN and REFUSED are the machine's own. */
export type LiveEvent =
  | { type: 'UP' }
  | { type: 'DOWN'; at: number }
  | { type: 'GAP' }
  | { type: 'RESYNC' }
  | { type: 'RESET' }
  | { type: 'RIGHTS' }
  | { type: 'RETRY' }
  | { type: 'STATE'; sources: readonly SourceHealth[] }
  | { type: 'OPENED' }
  | { type: 'BROKEN' }
  | { type: 'REFUSED' };

/** Refusals after which asking again is of no use until rights change. */
const finalCodes = ['forbidden', 'notFound', 'unknownFeed', 'notSignedIn', 'sessionRevoked'];

/** A feed silent for longer than two state frames and a bit does not count as live. */
export const QUIET_MS = 35_000;
/** From here on the screen sends no changes that rest on what it shows. */
export const LOST_MS = 30_000;
const UNSEEN_MS = 2_000;

/**
 * One feed. `line` is what is done about it, `view` what the screen may believe: connecting → live → stale → lost, each
 * back to live, or denied until rights change. The opening and the clock are provided; no socket and no React here.
 */
export const liveMachine = setup({
  types: { context: {} as LiveContext, events: {} as LiveEvent, input: {} as { readonly up: boolean; readonly now: () => number } },
  actors: {
    open: fromPromise<Opening>(() => Promise.reject(new Error('the opening of the feed was not provided'))),
  },
  actions: {
    /** Provided: drop rows and position. */
    dropRows: () => {},
    tellOpened: raise({ type: 'OPENED' }),
    tellBroken: raise({ type: 'BROKEN' }),
    tellRefused: raise({ type: 'REFUSED' }),
    oneMore: assign({ tries: ({ context }) => context.tries + 1 }),
    countResync: assign({ resyncs: ({ context }) => context.resyncs + 1 }),
    up: assign({ up: true }),
    down: assign({ up: false, since: ({ context, event }) => (event.type === 'DOWN' ? Math.max(event.at, context.since) : context.since) }),
    heard: assign({ sources: ({ context, event }) => (event.type === 'STATE' ? event.sources : context.sources), since: ({ context }) => context.now() }),
  },
  guards: { up: ({ context }) => context.up },
  delays: {
    unseen: UNSEEN_MS,
    quiet: QUIET_MS,
    lost: LOST_MS,
    pause: ({ context }) => Math.min(15_000, 400 * 2 ** Math.min(context.tries, 6)) * (0.5 + Math.random() / 2),
  },
}).createMachine({
  id: 'live',
  type: 'parallel',
  context: ({ input }) => ({ now: input.now, up: input.up, since: input.now(), tries: 0, resyncs: 0, sources: [], scope: {}, code: null, message: null }),
  states: {
    line: {
      initial: 'start',
      on: { DOWN: { target: '.waiting', actions: ['down', 'tellBroken'] } },
      states: {
        start: { always: [{ guard: 'up', target: 'opening' }, { target: 'waiting' }] },
        waiting: { on: { UP: { target: 'opening', actions: 'up' }, RESET: { actions: 'dropRows' } } },
        opening: {
          invoke: {
            src: 'open',
            onDone: [
              {
                guard: ({ event }) => event.output.ok,
                target: 'hearing',
                actions: [
                  assign(({ event, context }) =>
                    event.output.ok
                      ? { sources: event.output.sources, scope: event.output.scope, tries: 0, since: context.now(), code: null, message: null }
                      : {},
                  ),
                  'tellOpened',
                ],
              },
              {
                guard: ({ event }) => !event.output.ok && finalCodes.includes(event.output.code),
                target: 'denied',
                actions: [
                  'dropRows',
                  assign(({ event }) => (event.output.ok ? {} : { code: event.output.code, message: event.output.message })),
                  'tellRefused',
                ],
              },
              {
                target: 'pausing',
                actions: ['oneMore', assign(({ event }) => (event.output.ok ? {} : { code: event.output.code, message: event.output.message }))],
              },
            ],
            onError: { target: 'pausing', actions: 'oneMore' },
          },
          on: {
            RESET: { target: 'opening', reenter: true, actions: 'dropRows' },
            RIGHTS: { target: 'opening', reenter: true },
            GAP: { target: 'opening', reenter: true },
          },
        },
        hearing: {
          after: { quiet: { target: 'opening', actions: 'tellBroken' } },
          on: {
            STATE: { target: 'hearing', reenter: true, actions: 'heard' },
            GAP: { target: 'opening', actions: 'tellBroken' },
            RESYNC: { target: 'opening', actions: ['countResync', 'tellBroken'] },
            RESET: { target: 'opening', actions: ['dropRows', 'tellBroken'] },
            RIGHTS: { target: 'opening', actions: 'tellBroken' },
          },
        },
        pausing: { after: { pause: 'opening' }, on: { RETRY: 'opening', RIGHTS: 'opening', RESET: { target: 'opening', actions: 'dropRows' } } },
        denied: { on: { RIGHTS: 'opening', RETRY: 'opening', RESET: 'opening' } },
      },
    },
    view: {
      initial: 'connecting',
      on: { OPENED: '.live', REFUSED: '.denied' },
      states: {
        connecting: { after: { lost: 'lost' } },
        live: {
          initial: 'sure',
          states: {
            sure: { on: { BROKEN: 'unsure' } },
            unsure: { after: { unseen: '#live.view.stale' } },
          },
        },
        stale: { after: { lost: 'lost' } },
        lost: {},
        denied: {},
      },
    },
  },
});

export type FeedStanding = 'connecting' | 'live' | 'stale' | 'lost' | 'denied';

/** The one word for the screen from the machine's value. */
export function standingOf(value: unknown): FeedStanding {
  const view = (value as { view?: unknown }).view;
  return (typeof view === 'string' ? view : Object.keys(view as object)[0]) as FeedStanding;
}
