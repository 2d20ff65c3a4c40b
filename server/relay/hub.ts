import { createHash } from 'node:crypto';
import { headOf } from '#shared/core/cut.ts';
import { canonical } from '#shared/core/hash.ts';
import { limits } from '#shared/core/limits.ts';
import { may, type Viewer } from '#shared/core/permission.ts';
import type { FeedDef, Scope } from '#shared/core/view.ts';
import type { FeedDelta, FeedOpen, FeedOpened, FeedState } from '#shared/wire.ts';
import type { Access, Clock, SourcesHealth, Views } from '../parts.ts';
import { openAnswers } from './answers.ts';
import { openChannel, type Channel } from './channel.ts';
import type { ReadyAnswer } from './ready.ts';
import { every } from '../store/every.ts';

/** One connection as the hub sees it; created by the transports. */
export interface Watcher {
  readonly sessionId: string;
  readonly language: 'en' | 'es';
  reset(feed: string, code: string): void;
  state(frame: FeedState): void;
  /** Subscribed to and unsubscribed from the broadcasts under a channel's key. */
  joined(key: string, channel: Channel): void;
  left(key: string): void;
}

/** Sends one frame, encoded once, to all watchers subscribed under a key. */
export interface Broadcast {
  delta(key: string, frame: FeedDelta): void;
}

export interface Hub {
  open(watcher: Watcher, request: FeedOpen): FeedOpened;
  /** Like `open`, as text that is encoded once for all who ask the same; refusals are not encoded. */
  answer(watcher: Watcher, request: FeedOpen): ReadyAnswer | Extract<FeedOpened, { ok: false }>;
  close(watcher: Watcher, feed: string): void;
  drop(watcher: Watcher): void;
  /** Whether this connection has that feed open with that row in its scope. */
  sees(watcher: Watcher, feed: string, id: string): boolean;
  /** Rights or scope of a session changed: closes the feeds it lost and resets those it sees differently. */
  recheck(sessionId: string): void;
  /** The rows of a feed as this viewer sees them now. */
  rows(
    feed: string,
    viewer: Viewer,
  ): { epoch: string; seq: number; rows: readonly Readonly<Record<string, unknown>>[] } | null;
  channels(): { key: string; feed: string; watchers: number; rows: number; seq: number }[];
  stop(): void;
}

interface HeldView {
  readonly shared: Shared;
  version: number;
}
interface Shared {
  readonly key: string;
  readonly channel: Channel;
  readonly watchers: Map<Watcher, HeldView>;
  idleSince: number | null;
  /**
   * When all its watchers' rights were last checked: the clock's time and the number of changes of rights by
   * then.
   */
  checked: { readonly at: number; readonly changes: number };
}

export interface HubParts {
  readonly feeds: ReadonlyMap<string, FeedDef>;
  readonly views: Views & { epoch(name: string): string };
  readonly access: Pick<Access, 'current' | 'onChange'>;
  readonly health: SourcesHealth;
  readonly clock: Clock;
  readonly translate: (code: string, language: 'en' | 'es') => string;
  readonly broadcasts: readonly Broadcast[];
  /** Called for every request for a feed that the viewer may not see. */
  readonly turnedAway: (viewer: Viewer, feed: string) => void;
  readonly flushMs?: number;
  readonly hashMs?: number;
}

const keepIdleMs = 30 * 60_000;
/** Sessions also expire by the clock alone, so rights are checked again this often. */
const checkMs = 1_000;

export function openHub(parts: HubParts): Hub {
  const shared = new Map<string, Shared>();
  const byView = new Map<string, Set<Shared>>();
  /** A watcher has a few feeds: a list is as fast to search as a map and a fifth of its size. */
  const open = new Map<Watcher, HeldView[]>();
  const bySession = new Map<string, Set<Watcher>>();
  const answers = openAnswers();

  const unwatch = [
    ...new Map([...parts.feeds.values()].map((feed) => [feed.view.name, feed.view])).values(),
  ].map((def) => {
    const set = new Set<Shared>();
    byView.set(def.name, set);
    return parts.views.get(def).watch((changes) => {
      for (const one of set) one.channel.take(changes);
    });
  });

  /** A viewer is immutable: with other rights it is another object. */
  const scopes = new WeakMap<
    Viewer,
    Map<FeedDef, { readonly scope: Scope; readonly text: string; readonly key: string }>
  >();
  const scopeOf = (feed: FeedDef, viewer: Viewer) => {
    let known = scopes.get(viewer);
    if (!known) scopes.set(viewer, (known = new Map()));
    let one = known.get(feed);
    if (!one) {
      const scope = feed.scope(viewer);
      const text = canonical(scope);
      known.set(feed, (one = { scope, text, key: `${feed.name}|${text}` }));
    }
    return one;
  };

  const join = (feed: FeedDef, viewer: Viewer): Shared => {
    const { scope, text, key } = scopeOf(feed, viewer);
    let one = shared.get(key);
    if (!one) {
      const epoch = `${parts.views.epoch(feed.view.name)}.${headOf(createHash('sha256').update(text).digest('base64url'), 8)}`;
      const watchers = new Map<Watcher, HeldView>();
      const channel = openChannel(
        feed,
        parts.views.get(feed.view),
        scope,
        epoch,
        { flushMs: parts.flushMs ?? limits.flushMs, tombstones: limits.ringChanges },
        (delta) => deliver(one!, delta),
      );
      one = { key, channel, watchers, idleSince: null, checked: { at: -Infinity, changes: -1 } };
      shared.set(key, one);
      byView.get(feed.view.name)!.add(one);
    }
    return one;
  };

  let rightsChanges = 0;
  const unaccess = parts.access.onChange(() => (rightsChanges += 1));

  /**
   * The last check before every delivery: a watcher whose rights are no longer those it subscribed with gets
   * nothing. The check is skipped when nothing changed since the last one.
   */
  const deliver = (one: Shared, delta: FeedDelta): void => {
    const now = parts.clock.now();
    if (one.checked.changes !== rightsChanges || Math.abs(now - one.checked.at) >= checkMs) {
      one.checked = { at: now, changes: rightsChanges };
      for (const [watcher, held] of one.watchers) {
        const viewer = parts.access.current(watcher.sessionId);
        if (!viewer || viewer.permissionVersion !== held.version) recheck(watcher.sessionId);
      }
    }
    if (one.watchers.size > 0) for (const broadcast of parts.broadcasts) broadcast.delta(one.key, delta);
  };

  const nameOf = (held: HeldView): string => held.shared.channel.feed.name;
  const heldOf = (watcher: Watcher, feed: string): HeldView | undefined =>
    open.get(watcher)?.find((held) => nameOf(held) === feed);

  const leave = (watcher: Watcher, feed: string): void => {
    const mine = open.get(watcher);
    const held = heldOf(watcher, feed);
    if (!mine || !held) return;
    mine.splice(mine.indexOf(held), 1);
    held.shared.watchers.delete(watcher);
    if (held.shared.watchers.size === 0) held.shared.idleSince = performance.now();
    watcher.left(held.shared.key);
  };

  const stateOf = (one: Shared): FeedState => ({
    feed: one.channel.feed.name,
    epoch: one.channel.epoch,
    seq: one.channel.seq(),
    hash: one.channel.hash(),
    sources: parts.health.of(one.channel.feed.sources),
    now: parts.clock.now(),
  });

  const beat = (): void => {
    const now = performance.now();
    for (const one of [...shared.values()]) {
      if (one.watchers.size === 0) {
        if (one.idleSince !== null && now - one.idleSince > keepIdleMs) {
          one.channel.close();
          shared.delete(one.key);
          byView.get(one.channel.feed.view.name)!.delete(one);
        }
        continue;
      }
      one.channel.flush();
      const frame = stateOf(one);
      for (const watcher of one.watchers.keys()) watcher.state(frame);
    }
  };
  const stopBeating = every(parts.hashMs ?? limits.feedHashMs, beat);
  const unhealth = parts.health.onChange((service) => {
    for (const one of shared.values()) {
      if (one.watchers.size === 0 || !one.channel.feed.sources.includes(service)) continue;
      one.channel.flush();
      const frame = stateOf(one);
      for (const watcher of one.watchers.keys()) watcher.state(frame);
    }
  });

  function recheck(sessionId: string): void {
    const viewer = parts.access.current(sessionId);
    for (const watcher of [...(bySession.get(sessionId) ?? [])]) {
      for (const held of [...(open.get(watcher) ?? [])]) {
        const { feed } = held.shared.channel;
        const allowed = viewer !== null && mayWatch(feed, viewer);
        if (allowed && scopeOf(feed, viewer).key === held.shared.key) {
          held.version = viewer.permissionVersion;
          continue;
        }
        leave(watcher, feed.name);
        watcher.reset(feed.name, allowed ? 'scopeChanged' : viewer ? 'forbidden' : 'signedOut');
      }
    }
  }

  const enter = (watcher: Watcher, request: FeedOpen) => {
    const feed = parts.feeds.get(request.feed);
    const refused = (code: string) => ({
      ok: false as const,
      code,
      message: parts.translate(code, watcher.language),
    });
    const viewer = parts.access.current(watcher.sessionId);
    if (!viewer) return refused('signedOut');
    if (!feed) return refused('unknownFeed');
    if (!mayWatch(feed, viewer)) {
      parts.turnedAway(viewer, feed.name);
      return refused('forbidden');
    }
    leave(watcher, request.feed);
    const one = join(feed, viewer);
    const { channel } = one;
    channel.flush();
    const held = { shared: one, version: viewer.permissionVersion };
    one.watchers.set(watcher, held);
    one.idleSince = null;
    let mine = open.get(watcher);
    if (!mine) open.set(watcher, (mine = []));
    mine.push(held);
    let sessions = bySession.get(watcher.sessionId);
    if (!sessions) bySession.set(watcher.sessionId, (sessions = new Set()));
    sessions.add(watcher);
    watcher.joined(one.key, channel);
    const about = () => ({
      ok: true as const,
      epoch: channel.epoch,
      seq: channel.seq(),
      scope: channel.scope,
      sources: parts.health.of(feed.sources),
      now: parts.clock.now(),
    });
    const requested = request.epoch !== undefined && request.seq !== undefined;
    return {
      channel,
      about,
      requested,
      from:
        requested && request.epoch === channel.epoch && Number.isSafeInteger(request.seq)
          ? request.seq!
          : null,
    };
  };

  return {
    open(watcher, request) {
      const entered = enter(watcher, request);
      if (!('channel' in entered)) return entered;
      const { channel, about, from } = entered;
      const changes = from === null ? null : channel.since(from);
      return changes
        ? { ...about(), mode: 'resume', changes }
        : {
            ...about(),
            mode: 'snapshot',
            rows: channel.rows(),
            ...(entered.requested ? { resync: true } : {}),
          };
    },
    answer(watcher, request) {
      const entered = enter(watcher, request);
      if (!('channel' in entered)) return entered;
      const { channel, about, from } = entered;
      return (
        (from === null ? null : answers.resume(channel, from, about)) ??
        answers.snapshot(channel, about, entered.requested)
      );
    },
    close: leave,
    drop(watcher) {
      for (const held of [...(open.get(watcher) ?? [])]) leave(watcher, nameOf(held));
      open.delete(watcher);
      const sessions = bySession.get(watcher.sessionId);
      sessions?.delete(watcher);
      if (sessions?.size === 0) bySession.delete(watcher.sessionId);
    },
    sees: (watcher, feed, id) => {
      const channel = heldOf(watcher, feed)?.shared.channel;
      return channel !== undefined && (channel.has(id) || (channel.feed.meets?.(channel.scope, id) ?? false));
    },
    recheck,
    rows(name, viewer) {
      const feed = parts.feeds.get(name);
      if (!feed || !mayWatch(feed, viewer)) return null;
      const one = join(feed, viewer);
      if (one.watchers.size === 0) one.idleSince = performance.now();
      one.channel.flush();
      return { epoch: one.channel.epoch, seq: one.channel.seq(), rows: one.channel.rows() };
    },
    channels: () =>
      [...shared.values()].map((one) => ({
        key: one.key,
        feed: one.channel.feed.name,
        watchers: one.watchers.size,
        rows: one.channel.rows().length,
        seq: one.channel.seq(),
      })),
    stop() {
      stopBeating();
      unaccess();
      unhealth();
      for (const stop of unwatch) stop();
      for (const one of shared.values()) one.channel.close();
    },
  };
}

/** Who may follow its rows: nobody where each look is written down. */
export const mayWatch = (feed: FeedDef, viewer: Viewer): boolean => !feed.looks && mayRead(feed, viewer);

/** A person needs the right; a wall device needs it too, and only gets feeds made for walls. */
export function mayRead(feed: FeedDef, viewer: Viewer): boolean {
  if (viewer.kind === 'device' && !feed.wall) return false;
  return may(viewer, feed.need).ok;
}
