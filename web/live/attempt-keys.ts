import { newKey } from './api.ts';
import { failureOf } from './failure.ts';

/**
 * Idempotency keys: the same change has the same key until it is refused, so that another attempt after a lost
 * answer cannot apply it twice. Changes are compared by their JSON.
 */
export class AttemptKeys {
  #keys = new Map<string, string>();

  /** Sends a change under its key. A refusal is an answer: the same change is another one from then on. */
  async send<A>(change: unknown, work: (key: string) => Promise<A>): Promise<A> {
    const text = JSON.stringify(change);
    const key = this.#keys.get(text) ?? newKey();
    this.#keys.set(text, key);
    try {
      return await work(key);
    } catch (error) {
      if (!failureOf(error).again) this.#keys.delete(text);
      throw error;
    }
  }

  /** All of it is done: the same change again is another one. */
  done(): void {
    this.#keys.clear();
  }
}
