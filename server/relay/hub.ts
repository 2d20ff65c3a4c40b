import { createHash } from 'node:crypto';
import { headOf } from '#shared/core/cut.ts';
import type { StoredEvent } from '#shared/core/event.ts';
import { canonical } from '#shared/core/hash.ts';
import { limits } from '#shared/core/limits.ts';
import { may, type Viewer } from '#shared/core/permission.ts';
import type { FeedDef, Scope } from '#shared/core/view.ts';
import type { FeedDelta, FeedOpen, FeedOpened, FeedState } from '#shared/wire.ts';
import type { Access, Clock, SourcesHealth, Views } from '../core/parts.ts';
import { openAnswers, pagesOf } from './answers.ts';
import { openChannel, type Channel } from './channel.ts';
import type { ReadyAnswer, ReadyEvent } from './ready.ts';
import { openPagePace } from './page-pace.ts';
import { openSnapshots, type Snapshot } from './snapshots.ts';
import { every } from '../store/every.ts';

/** One connection as the hub sees it; created by the transports. */
export interface Watcher {
  readonly sessionId: string;
  readonly language: 'en' | 'es';
  reset(feed: string, code: string): void;
  state(frame: FeedState): void;
  send(event: ReadyEvent): void;
  /** Whether a page may be sent now. When not, the transport calls `Hub.goOn` once it may. */
  free(): boolean;
  /** Subscribed to and unsubscribed from the broadcasts under a channel's key. */
  joined(key: string, channel: Channel): void;
  left(key: string): void;
}

/** Sends one frame, encoded once, to all watchers subscribed under a key. */
export interface Broadcast {
  delta(key: string, frame: FeedDelta): void;
}

export interface Hub {
  /** As text that is encoded once for all who ask the same; refusals are not encoded. */
  answer(watcher: Watcher, request: FeedOpen): ReadyAnswer | Extract<FeedOpened, { ok: false }>;
  /** After that answer was written: what follows it. */
  answered(watcher: Watcher, feed: string): void;
  /** The reader took a page in. */
  more(watcher: Watcher, feed: string): void;
  /** Sends the pages that waited until the connection was free. */
  goOn(watcher: Watcher): void;
  /**
   * What a reader that fell behind has missed; it then gets the broadcasts again. Null when that is nothing,
   * or when the feed was reset.
   */
  catchUp(watcher: Watcher, at: Required<Pick<FeedOpen, 'feed' | 'epoch' | 'seq'>>): FeedDelta | null;
  close(watcher: Watcher, feed: string): void;
  drop(watcher: Watcher): void;
  /** Whether this connection has that feed open with that row in its scope. */
  sees(watcher: Watcher, feed: string, id: string): boolean;
  /** Rights or scope of a session changed: closes the feeds it lost and resets those it sees differently. */
  recheck(sessionId: string): void;
  /** Throws where a row that an event changed can still not be shown to those who have the feed open. */
  showAgain(feed: string, event: StoredEvent): void;
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
  paging: Paging | null;
}
/** The pages that a reader still misses, and how many may be on the way. */
interface Paging {
  readonly watcher: Watcher;
  readonly held: HeldView;
  readonly snapshot: Snapshot;
  next: number;
  credit: number;
  /** The reader has only what was there at this position. */
  behind: number | null;
  /** When the pages on the way were sent, and the quickest that one was taken in, ms. */
  readonly sent: number[];
  quickest: number;
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
  /** Receives each row that a feed cannot show, with the event that changed it; null where it was there when the feed was opened. */
  readonly unseen?: (feed: FeedDef, id: string, error: unknown, by: StoredEvent | null) => void;
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
  const snapshots = openSnapshots();

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
        {
          flushMs: parts.flushMs ?? limits.flushMs,
          tombstones: limits.ringChanges,
          unseen: (id, error, by) => parts.unseen?.(feed, id, error, by),
        },
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

  /** A watcher whose rights are no longer those it subscribed with loses what it may not see any more. */
  const checkRights = (watcher: Watcher, held: HeldView): void => {
    const viewer = parts.access.current(watcher.sessionId);
    if (!viewer || viewer.permissionVersion !== held.version) recheck(watcher.sessionId);
  };

  /**
   * The last check before every delivery: a watcher whose rights are no longer those it subscribed with gets
   * nothing. The check is skipped when nothing changed since the last one.
   */
  const deliver = (one: Shared, delta: FeedDelta): void => {
    const now = parts.clock.now();
    if (one.checked.changes !== rightsChanges || Math.abs(now - one.checked.at) >= checkMs) {
      one.checked = { at: now, changes: rightsChanges };
      for (const [watcher, held] of one.watchers) checkRights(watcher, held);
    }
    if (one.watchers.size > 0) for (const broadcast of parts.broadcasts) broadcast.delta(one.key, delta);
  };

  /** Whether the rights of a watcher are still those it subscribed with; if not, its feeds are checked. */
  const stillMay = (watcher: Watcher, held: HeldView): boolean => {
    checkRights(watcher, held);
    return heldOf(watcher, nameOf(held)) === held;
  };

  /** Sends the next page of a reader. */
  const pace = openPagePace<Paging>((paging) => {
    const { watcher, held, snapshot } = paging;
    if (paging.credit === 0 || !stillMay(watcher, held) || !watcher.free()) return 'none';
    watcher.send(snapshot.page(paging.next));
    paging.sent.push(performance.now());
    paging.next += 1;
    paging.credit -= 1;
    if (paging.next < snapshot.of) return paging.credit > 0 ? 'more' : 'last';
    held.paging = null;
    return 'last';
  });

  const nameOf = (held: HeldView): string => held.shared.channel.feed.name;
  const heldOf = (watcher: Watcher, feed: string): HeldView | undefined =>
    open.get(watcher)?.find((held) => nameOf(held) === feed);

  const leave = (watcher: Watcher, feed: string): void => {
    const mine = open.get(watcher);
    const held = heldOf(watcher, feed);
    if (!mine || !held) return;
    mine.splice(mine.indexOf(held), 1);
    held.shared.watchers.delete(watcher);
    if (held.paging) pace.forget(held.paging);
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
    const held: HeldView = { shared: one, version: viewer.permissionVersion, paging: null };
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
      held,
      about,
      requested,
      from:
        requested && request.epoch === channel.epoch && Number.isSafeInteger(request.seq)
          ? request.seq!
          : null,
    };
  };

  return {
    answer(watcher, request) {
      const entered = enter(watcher, request);
      if (!('channel' in entered)) return entered;
      const { channel, held, about, from, requested } = entered;
      const page = (snapshot: Snapshot, next: number, behind: number | null): void => {
        if (next >= snapshot.of) return;
        const credit = limits.pagesOnTheWay;
        held.paging = { watcher, held, snapshot, next, credit, behind, sent: [], quickest: Infinity };
      };
      if (from !== null) {
        const missing = request.pages ? request.after : undefined;
        const snapshot = missing ? snapshots.of(channel, from) : null;
        const next = missing && snapshot ? snapshot.after(missing, from) : 0;
        const resumed =
          missing && !snapshot
            ? null
            : answers.resume(channel, from, about, snapshot ? pagesOf(snapshot, next) : undefined);
        if (resumed && snapshot) page(snapshot, next, null);
        if (resumed) return resumed;
      }
      const snapshot = request.pages ? snapshots.of(channel) : null;
      if (!snapshot) return answers.snapshot(channel, about, requested);
      page(snapshot, 1, snapshot.at);
      return answers.first(channel, snapshot, about, requested);
    },
    answered(watcher, feed) {
      const held = heldOf(watcher, feed);
      if (!held?.paging) return;
      const { channel } = held.shared;
      const missed = held.paging.behind === null ? null : answers.delta(channel, held.paging.behind);
      held.paging.behind = null;
      if (missed) watcher.send(missed);
      pace.wants(held.paging);
    },
    more(watcher, feed) {
      const paging = heldOf(watcher, feed)?.paging;
      const sent = paging?.sent.shift();
      if (!paging || sent === undefined) return;
      const took = performance.now() - sent;
      paging.quickest = Math.min(paging.quickest, took);
      pace.took(took - paging.quickest);
      paging.credit += 1;
      pace.wants(paging);
    },
    goOn(watcher) {
      for (const { paging } of open.get(watcher) ?? []) if (paging) pace.wants(paging);
    },
    catchUp(watcher, at) {
      const held = heldOf(watcher, at.feed);
      if (!held || !stillMay(watcher, held)) return null;
      const { channel, key } = held.shared;
      watcher.left(key);
      channel.flush();
      const changes = at.epoch === channel.epoch ? channel.since(at.seq) : null;
      if (!changes) {
        leave(watcher, at.feed);
        watcher.reset(at.feed, 'tooFarBehind');
        return null;
      }
      watcher.joined(key, channel);
      const seq = channel.seq();
      return seq === at.seq ? null : { feed: at.feed, epoch: at.epoch, prev: at.seq, seq, changes };
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
    showAgain(name, event) {
      for (const { channel } of shared.values()) {
        const { feed, scope } = channel;
        if (feed.name !== name) continue;
        for (const id of feed.view.ids(event)) {
          const row: unknown = parts.views.get(feed.view).rows.get(id);
          if (row !== undefined) feed.see(row, scope, id);
        }
      }
    },
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
      pace.stop();
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
