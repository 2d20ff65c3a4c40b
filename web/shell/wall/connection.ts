import type { FeedDelta, FeedOpened, FeedState, RawFromServer } from '#shared/wire.ts';
import { FeedRows } from '#web/live/rows.ts';
import { serverClock } from '#web/locales/server-clock.ts';

export interface WallState {
  readonly condition: 'connecting' | 'live' | 'waiting' | 'unpaired' | 'unknown';
  /** Server ms of the last frame that confirmed the rows; null before the first. */
  readonly receivedAt: number | null;
}

const PING_MS = 15_000;
const SILENT_MS = 40_000;
const PAUSES_MS = [1_000, 2_000, 5_000, 10_000, 20_000];
const finalCodes = ['forbidden', 'signedOut', 'sessionRevoked'];

/** One board over a raw WebSocket: opens, resumes, and reconnects as long as the page is open. */
export class WallConnection {
  readonly rows = new FeedRows();
  /** How many places this screen counts; null for all of them. */
  places: number | null = null;
  #feed: string;
  #token: string;
  #state: WallState = { condition: 'connecting', receivedAt: null };
  #listeners = new Set<() => void>();
  #socket: WebSocket | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #pulse: ReturnType<typeof setInterval> | null = null;
  #tries = 0;
  #lastFrame = 0;
  #stopped = false;

  constructor(feed: string, token: string) {
    this.#feed = feed;
    this.#token = token;
  }

  readonly state = (): WallState => this.#state;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  start(): void {
    this.#stopped = false;
    this.#open();
    this.#pulse = setInterval(() => this.#beat(), PING_MS);
  }

  stop(): void {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    if (this.#pulse) clearInterval(this.#pulse);
    this.#socket?.close();
  }

  #become(change: Partial<WallState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  #open(): void {
    if (this.#stopped) return;
    const socket = new WebSocket(
      `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws/feeds`,
    );
    this.#socket = socket;
    this.#lastFrame = performance.now();
    socket.onopen = () => socket.send(JSON.stringify({ type: 'hello', authtoken: this.#token }));
    socket.onmessage = ({ data }) => {
      this.#lastFrame = performance.now();
      if (socket === this.#socket) this.#take(JSON.parse(String(data)) as RawFromServer);
    };
    socket.onclose = ({ code }) => {
      if (socket !== this.#socket || this.#stopped) return;
      if (code === 4001) return this.#become({ condition: 'unpaired' });
      if (this.#state.condition !== 'unpaired' && this.#state.condition !== 'unknown')
        this.#become({ condition: 'waiting' });
      this.#again();
      return undefined;
    };
  }

  #again(): void {
    const pause = PAUSES_MS[Math.min(this.#tries, PAUSES_MS.length - 1)]!;
    this.#tries += 1;
    this.#timer = setTimeout(() => this.#open(), pause * (0.75 + Math.random() / 2));
  }

  /** A connection that stays silent too long is dead, whatever the browser reports. */
  #beat(): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    if (performance.now() - this.#lastFrame > SILENT_MS) {
      const dead = this.#socket;
      this.#socket = null;
      dead.close();
      this.#become({ condition: 'waiting' });
      this.#again();
    } else this.#socket.send(JSON.stringify({ type: 'ping' }));
  }

  #prompt(): void {
    this.#socket?.send(
      JSON.stringify({ type: 'feed:open', feed: this.#feed, ref: 1, ...this.rows.position }),
    );
  }

  #take(frame: RawFromServer): void {
    switch (frame.type) {
      case 'hello':
        serverClock.received(frame.now);
        return this.#prompt();
      case 'feed:opened':
        return this.#opened(frame);
      case 'feed:delta':
        if (frame.feed === this.#feed && this.rows.delta(frame as FeedDelta) === 'gap') this.#prompt();
        return undefined;
      case 'feed:state':
        return this.#checked(frame as FeedState);
      case 'feed:reset':
        this.rows.clear();
        return this.#prompt();
      case 'session:revoked':
        return this.#become({ condition: 'unpaired' });
      default:
        return undefined;
    }
  }

  #opened(answer: FeedOpened): void {
    if (!answer.ok)
      return this.#become({
        condition:
          answer.code === 'unknownFeed'
            ? 'unknown'
            : finalCodes.includes(answer.code)
              ? 'unpaired'
              : 'waiting',
      });
    this.#tries = 0;
    serverClock.received(answer.now);
    this.rows.opened(answer);
    const { poos } = answer.scope;
    this.places = Array.isArray(poos) ? poos.length : null;
    return this.#become({ condition: 'live', receivedAt: answer.now });
  }

  #checked(frame: FeedState): void {
    if (frame.feed !== this.#feed) return;
    serverClock.received(frame.now);
    const verdict = this.rows.check(frame);
    if (verdict === 'different') this.rows.position = null;
    if (verdict === 'different' || verdict === 'behind') this.#prompt();
    else this.#become({ condition: 'live', receivedAt: frame.now });
  }
}
