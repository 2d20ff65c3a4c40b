import { newKey } from './api.ts';

/**
 * Idempotency keys of what a form sends: the same change has the same key, so that a second attempt after a
 * lost answer cannot be applied twice.
 */
export class AttemptKeys {
  #keys = new Map<string, string>();

  of(command: string, body: unknown): string {
    const change = `${command} ${JSON.stringify(body)}`;
    const key = this.#keys.get(change) ?? newKey();
    this.#keys.set(change, key);
    return key;
  }
}
