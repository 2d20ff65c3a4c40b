import type { FeedOpen, FeedOpened } from '#shared/wire.ts';

interface Asked {
  readonly frame: FeedOpen;
  answer: FeedOpened | null;
  waiting: { readonly take: (answer: FeedOpened) => void; readonly fail: (error: unknown) => void } | null;
}

/**
 * Feeds that the packet asks for which connects; the server answers them with its own first packets, before `hello`. Whoever opens
 * such a feed takes that answer. What `hello` finds unanswered is asked in the usual way: a server of an older build does not read
 * what stands in the packet.
 */
export class WithConnect {
  #asked = new Map<string, Asked>();
  #ask: (frame: FeedOpen) => Promise<FeedOpened>;

  constructor(ask: (frame: FeedOpen) => Promise<FeedOpened>) {
    this.#ask = ask;
  }

  /** A line is about to connect with these. */
  with(frames: readonly FeedOpen[]): readonly FeedOpen[] {
    this.down();
    for (const frame of frames) this.#asked.set(frame.feed, { frame, answer: null, waiting: null });
    return frames;
  }

  answered(feed: string, answer: FeedOpened): void {
    const one = this.#asked.get(feed);
    if (!one) return;
    one.answer = answer;
    if (!one.waiting) return;
    this.#asked.delete(feed);
    one.waiting.take(answer);
  }

  /** Opens a feed: with the answer that came or is coming, or by a question of its own. */
  open(frame: FeedOpen): Promise<FeedOpened> {
    const one = this.#asked.get(frame.feed);
    if (!one || one.waiting || one.frame.epoch !== frame.epoch || one.frame.seq !== frame.seq) {
      this.#asked.delete(frame.feed);
      return this.#ask(frame);
    }
    if (one.answer) {
      this.#asked.delete(frame.feed);
      return Promise.resolve(one.answer);
    }
    return new Promise((take, fail) => {
      one.waiting = { take, fail };
    });
  }

  /** All that was answered has come: what was not is asked now. Answers the feeds that were opened and that nobody took. */
  hello(): string[] {
    const left: string[] = [];
    for (const [feed, { frame, answer, waiting }] of this.#asked) {
      if (waiting) this.#ask(frame).then(waiting.take, waiting.fail);
      else if (answer?.ok) left.push(feed);
    }
    this.#asked.clear();
    return left;
  }

  /** The line broke: nothing more is answered. */
  down(): void {
    for (const { waiting } of this.#asked.values()) waiting?.fail(new Error('the line broke'));
    this.#asked.clear();
  }
}
