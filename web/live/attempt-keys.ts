import { newKey } from './api.ts';
import { failureOf } from './failure.ts';

interface Sent {
  readonly key: string;
  readonly record: string | null;
  /** The press that sent it first. */
  readonly first: number;
  /** The press that sent it last. */
  last: number;
}

/**
 * Idempotency keys: the same change has the same key until it is refused, so that another attempt after a lost
 * answer cannot apply it twice. Changes are compared by their JSON. A record that was switched on, then off, is
 * switched on again by another change: what an earlier press sent to it in between is not undone by an old answer.
 */
export class AttemptKeys {
  #keys = new Map<string, Sent>();
  #press = 0;

  /** A person presses: what is sent from here on belongs together. */
  press(): void {
    this.#press += 1;
  }

  /**
   * Sends a change under its key. A refusal is an answer: the same change is another one from then on. `record` is
   * what it changes; null for one that it creates.
   */
  async send<A>(
    change: unknown,
    work: (key: string) => Promise<A>,
    record: string | null = null,
  ): Promise<A> {
    const text = JSON.stringify(change);
    const before = this.#keys.get(text);
    const now = this.#press;
    const sent =
      before && !this.#followed(before) ? before : { key: newKey(), record, first: now, last: now };
    sent.last = now;
    this.#keys.set(text, sent);
    try {
      return await work(sent.key);
    } catch (error) {
      if (!failureOf(error).again) this.#keys.delete(text);
      throw error;
    }
  }

  /** Whether an earlier press sent the record something new after this change. */
  #followed({ record, last }: Sent): boolean {
    if (record === null) return false;
    return [...this.#keys.values()].some(
      (other) => other.record === record && other.first > last && other.first < this.#press,
    );
  }

  /** All of it is done: the same change again is another one. */
  done(): void {
    this.#keys.clear();
  }
}
