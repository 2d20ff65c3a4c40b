import type { FeedOpen, FeedOpened } from '#shared/wire.ts';
import { same } from './same.ts';

interface Prompted {
  readonly frame: FeedOpen;
  answer: FeedOpened | null;
  waiting: { readonly take: (answer: FeedOpened) => void; readonly fail: (error: unknown) => void } | null;
}

/**
 * Feeds requested in the connect packet; the server answers with its first packets, before `hello`. The first
 * to open such a feed takes that answer. Feeds still unanswered at `hello` are opened the usual way: a server
 * of an older build ignores the packet's content.
 */
export class WithConnect {
  #prompted = new Map<string, Prompted>();
  #prompt: (frame: FeedOpen) => Promise<FeedOpened>;

  constructor(prompt: (frame: FeedOpen) => Promise<FeedOpened>) {
    this.#prompt = prompt;
  }

  /** Remembers the feeds that a connect packet requests. */
  with(frames: readonly FeedOpen[]): readonly FeedOpen[] {
    this.down();
    for (const frame of frames) this.#prompted.set(frame.feed, { frame, answer: null, waiting: null });
    return frames;
  }

  answered(feed: string, answer: FeedOpened): void {
    const one = this.#prompted.get(feed);
    if (!one) return;
    one.answer = answer;
    if (!one.waiting) return;
    this.#prompted.delete(feed);
    one.waiting.take(answer);
  }

  /** Opens a feed: with an answer that arrived or is on its way, or by a request of its own. */
  open(frame: FeedOpen): Promise<FeedOpened> {
    const one = this.#prompted.get(frame.feed);
    if (!one || one.waiting || !same(one.frame, frame)) {
      this.#prompted.delete(frame.feed);
      return this.#prompt(frame);
    }
    if (one.answer) {
      this.#prompted.delete(frame.feed);
      return Promise.resolve(one.answer);
    }
    return new Promise((take, fail) => {
      one.waiting = { take, fail };
    });
  }

  /**
   * All answers of the connect packet have arrived: requests the missing feeds and returns opened feeds that
   * nobody took.
   */
  hello(): string[] {
    const left: string[] = [];
    for (const [feed, { frame, answer, waiting }] of this.#prompted) {
      if (waiting) this.#prompt(frame).then(waiting.take, waiting.fail);
      else if (answer?.ok) left.push(feed);
    }
    this.#prompted.clear();
    return left;
  }

  /** Disconnected: nothing more will be answered. */
  down(): void {
    for (const { waiting } of this.#prompted.values()) waiting?.fail(new Error('the line broke'));
    this.#prompted.clear();
  }
}
