/** Between two rounds at least this long, and at least ten times as long as the last one took. */
const restMs = 3_000;
/** Changes that come together are shown together. */
const gatherMs = 700;
/** While the reader is busy, this often it is asked whether they still are. */
const askMs = 1_000;

interface CalmParts {
  run(signal: AbortSignal): Promise<void>;
  busy(): boolean;
  now?(): number;
}

/** Runs after changes, one round at a time, with a rest between two, and never while the reader is busy. */
export class Calm {
  #parts: CalmParts;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #running = false;
  #again = false;
  #earliest = 0;
  #stop = new AbortController();

  constructor(parts: CalmParts) {
    this.#parts = parts;
  }

  changed(): void {
    if (this.#running) this.#again = true;
    else this.#timer ??= setTimeout(() => this.#due(), Math.max(gatherMs, this.#earliest - this.#now()));
  }

  end(): void {
    this.#stop.abort(new Error('The list was closed.'));
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  #now(): number {
    return this.#parts.now?.() ?? performance.now();
  }

  #due(): void {
    if (this.#parts.busy()) this.#timer = setTimeout(() => this.#due(), askMs);
    else void this.#round();
  }

  async #round(): Promise<void> {
    this.#timer = null;
    this.#running = true;
    const began = this.#now();
    try {
      await this.#parts.run(this.#stop.signal);
    } catch (error) {
      if (!this.#stop.signal.aborted)
        console.warn('Changes could not be read; the next change tries it again.', error);
    }
    this.#earliest = this.#now() + Math.max(restMs, 10 * (this.#now() - began));
    this.#running = false;
    if (!this.#again || this.#stop.signal.aborted) return;
    this.#again = false;
    this.changed();
  }
}
