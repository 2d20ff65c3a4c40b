import { assign, fromPromise, raise, setup } from 'xstate';
import type { SourceHealth } from '#shared/wire.ts';

export type Opening =
  | {
      readonly ok: true;
      readonly sources: readonly SourceHealth[];
      readonly scope: Readonly<Record<string, unknown>>;
    }
  | { readonly ok: false; readonly code: string; readonly message: string };

export interface LiveContext {
  readonly now: () => number;
  readonly up: boolean;
  /** The last instant (server ms) at which the shown rows were known to be correct. */
  readonly since: number;
  readonly tries: number;
  readonly resyncs: number;
  readonly sources: readonly SourceHealth[];
  readonly scope: Readonly<Record<string, unknown>>;
  readonly code: string | null;
  readonly message: string | null;
}

/**
 * Connection events of a feed. `at` is the time of the last frame. OPENED, BROKEN and REFUSED are internal.
 */
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

/** Refusals after which retrying is useless until rights change. */
const finalCodes = ['forbidden', 'notFound', 'unknownFeed', 'notSignedIn', 'sessionRevoked'];

/** A feed without a frame for longer than two state intervals does not count as live. */
export const QUIET_MS = 35_000;
/** From then on the screen sends no changes that depend on what it shows. */
export const LOST_MS = 30_000;
const UNSEEN_MS = 2_000;

/**
 * One feed. `line` is the connection's state, `view` what the screen may trust: connecting → live → stale →
 * lost, each back to live, or denied until rights change. Opening and clock are provided by the caller; no
 * socket and no React here.
 */
export const liveMachine = setup({
  types: {
    context: {} as LiveContext,
    events: {} as LiveEvent,
    input: {} as { readonly up: boolean; readonly now: () => number },
  },
  actors: {
    open: fromPromise<Opening>(() => Promise.reject(new Error('the opening of the feed was not provided'))),
  },
  actions: {
    /** Provided by the caller: drops rows and position. */
    dropRows: () => {},
    emitOpened: raise({ type: 'OPENED' }),
    emitBroken: raise({ type: 'BROKEN' }),
    emitRefused: raise({ type: 'REFUSED' }),
    oneMore: assign({ tries: ({ context }) => context.tries + 1 }),
    countResync: assign({ resyncs: ({ context }) => context.resyncs + 1 }),
    up: assign({ up: true }),
    down: assign({
      up: false,
      since: ({ context, event }) =>
        event.type === 'DOWN' ? Math.max(event.at, context.since) : context.since,
    }),
    received: assign({
      sources: ({ context, event }) => (event.type === 'STATE' ? event.sources : context.sources),
      since: ({ context }) => context.now(),
    }),
  },
  guards: { up: ({ context }) => context.up },
  delays: {
    unseen: UNSEEN_MS,
    quiet: QUIET_MS,
    lost: LOST_MS,
    pause: ({ context }) =>
      Math.min(15_000, 400 * 2 ** Math.min(context.tries, 6)) * (0.5 + Math.random() / 2),
  },
}).createMachine({
  id: 'live',
  type: 'parallel',
  context: ({ input }) => ({
    now: input.now,
    up: input.up,
    since: input.now(),
    tries: 0,
    resyncs: 0,
    sources: [],
    scope: {},
    code: null,
    message: null,
  }),
  states: {
    line: {
      initial: 'start',
      on: { DOWN: { target: '.waiting', actions: ['down', 'emitBroken'] } },
      states: {
        start: { always: [{ guard: 'up', target: 'opening' }, { target: 'waiting' }] },
        waiting: { on: { UP: { target: 'opening', actions: 'up' }, RESET: { actions: 'dropRows' } } },
        opening: {
          invoke: {
            src: 'open',
            onDone: [
              {
                guard: ({ event }) => event.output.ok,
                target: 'receiving',
                actions: [
                  assign(({ event, context }) =>
                    event.output.ok
                      ? {
                          sources: event.output.sources,
                          scope: event.output.scope,
                          tries: 0,
                          since: context.now(),
                          code: null,
                          message: null,
                        }
                      : {},
                  ),
                  'emitOpened',
                ],
              },
              {
                guard: ({ event }) => !event.output.ok && finalCodes.includes(event.output.code),
                target: 'denied',
                actions: [
                  'dropRows',
                  assign(({ event }) =>
                    event.output.ok ? {} : { code: event.output.code, message: event.output.message },
                  ),
                  'emitRefused',
                ],
              },
              {
                target: 'pausing',
                actions: [
                  'oneMore',
                  assign(({ event }) =>
                    event.output.ok ? {} : { code: event.output.code, message: event.output.message },
                  ),
                ],
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
        receiving: {
          after: { quiet: { target: 'opening', actions: 'emitBroken' } },
          on: {
            STATE: { target: 'receiving', reenter: true, actions: 'received' },
            GAP: { target: 'opening', actions: 'emitBroken' },
            RESYNC: { target: 'opening', actions: ['countResync', 'emitBroken'] },
            RESET: { target: 'opening', actions: ['dropRows', 'emitBroken'] },
            RIGHTS: { target: 'opening', actions: 'emitBroken' },
          },
        },
        pausing: {
          after: { pause: 'opening' },
          on: { RETRY: 'opening', RIGHTS: 'opening', RESET: { target: 'opening', actions: 'dropRows' } },
        },
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

export type FeedCondition = 'connecting' | 'live' | 'stale' | 'lost' | 'denied';

/** The feed's condition, as the screen shows it, from the machine's value. */
export function statusOf(value: unknown): FeedCondition {
  const view = (value as { view?: unknown }).view;
  return (typeof view === 'string' ? view : Object.keys(view as object)[0]) as FeedCondition;
}
