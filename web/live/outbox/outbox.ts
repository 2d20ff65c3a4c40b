import type { Failure } from '../failure.ts';
import { filledBody, recordOf, toSend, type OutboxEntry } from './entry.ts';
import type { OutboxStore } from './store.ts';

export interface OutboxParts {
  readonly store: OutboxStore;
  /** Uploads one file and returns its id. */
  readonly upload: (blob: Blob, name: string) => Promise<string>;
  readonly send: (entry: OutboxEntry, body: Readonly<Record<string, unknown>>) => Promise<void>;
  readonly failureOf: (error: unknown) => Failure;
  readonly newKey: () => string;
  /** One tab of a browser sends at a time. */
  readonly alone: (work: () => Promise<void>) => Promise<void>;
  /** Notifies the other tabs of a change. */
  readonly emitted: () => void;
}

export type NewEntry = Pick<OutboxEntry, 'aggregate' | 'id' | 'command' | 'body' | 'files' | 'typedAt'> & {
  readonly version?: number | null;
  /**
   * Commands of which a record needs one only: this one is not added twice, and it takes the place of one that
   * was refused or waits behind a refused one.
   */
  readonly once?: readonly string[];
  /** With `once`: another one may follow one that waits; it takes the place of a refused one only. */
  readonly repeats?: boolean;
  /** The refused entry that this one corrects, by its sequence number. */
  readonly corrects?: number;
  readonly overtakenBy?: readonly string[];
};

export interface OutboxState {
  readonly entries: readonly OutboxEntry[];
  readonly sending: boolean;
  /** The device could not store an entry. */
  readonly unkept: boolean;
}

/** The entry to be corrected was sent again or discarded meanwhile. */
export class NotRefused extends Error {
  constructor(seq: number) {
    super(`Entry ${seq} is not refused any more.`);
  }
}

/**
 * A person's entries that the server has not accepted yet: stored on the device, sent in sequence, each once.
 */
export class Outbox {
  #parts: OutboxParts;
  #empId: number | null = null;
  #state: OutboxState = { entries: [], sending: false, unkept: false };
  #listeners = new Set<() => void>();
  /** An entry was added or the connection returned while it was sending. */
  #again = false;
  #running: Promise<void> | null = null;
  /** The entry being added; the next one waits for it. */
  #adding: Promise<void> = Promise.resolve();

  constructor(parts: OutboxParts) {
    this.#parts = parts;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  now = (): OutboxState => this.#state;

  /** The person these entries belong to; those of others on this device stay untouched. */
  async belongsTo(empId: number | null): Promise<void> {
    if (this.#empId === empId) return;
    this.#empId = empId;
    await this.read();
  }

  async read(): Promise<void> {
    const entries = this.#empId === null ? [] : await this.#parts.store.all(this.#empId);
    this.#become({ entries });
  }

  /** Stores a command and sends it in its turn; rejects when the device cannot store it. */
  add(entry: NewEntry): Promise<void> {
    this.#adding = Promise.allSettled([this.#adding]).then(() => this.#add(entry));
    return this.#adding;
  }

  async #add({ once = [], repeats = false, corrects, ...entry }: NewEntry): Promise<void> {
    const empId = this.#empId;
    if (empId === null) throw new Error('Nobody is signed in.');
    const { store, newKey } = this.#parts;
    try {
      const all = await store.all(empId);
      const sendable = new Set(toSend(all));
      if (corrects !== undefined && !all.find(({ seq }) => seq === corrects)?.refusal)
        throw new NotRefused(corrects);
      const record = recordOf({ ...entry, seq: 0 });
      const same = all.filter(
        (one) => one.seq === corrects || (recordOf(one) === record && once.includes(one.command)),
      );
      if (!repeats && same.some((one) => sendable.has(one) && one.command === entry.command)) return;
      const fresh = { version: null, ...entry, empId, key: newKey(), refusal: null };
      const [place, ...rest] = same.filter((one) => !sendable.has(one));
      if (!place) await store.add({ ...fresh, seq: 0 });
      else {
        await store.put({ ...fresh, seq: place.seq });
        for (const { seq } of rest) await store.remove(seq);
      }
    } catch (error) {
      if (!(error instanceof NotRefused)) this.#become({ unkept: true });
      throw error;
    }
    await this.#changed();
    void this.flush();
  }

  /** Sends a refused entry once more, as a new request. */
  async retry(seq: number): Promise<void> {
    const entry = this.#state.entries.find((one) => one.seq === seq);
    if (!entry) return;
    await this.#parts.store.put({ ...entry, refusal: null, key: this.#parts.newKey() });
    await this.#changed();
    await this.flush();
  }

  async discard(seq: number): Promise<void> {
    await this.#parts.store.remove(seq);
    await this.#changed();
    await this.flush();
  }

  /** Sends all possible entries in sequence, until all are sent, one is refused or the connection is lost. */
  flush(): Promise<void> {
    if (this.#empId === null) return Promise.resolve();
    this.#again = true;
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
      this.#become({ sending: false });
    });
    return this.#running;
  }

  async #run(): Promise<void> {
    this.#become({ sending: true });
    while (this.#again) {
      this.#again = false;
      await this.#parts.alone(() => this.#sendAll());
    }
  }

  async #sendAll(): Promise<void> {
    await this.read();
    for (let [entry] = toSend(this.#state.entries); entry; [entry] = toSend(this.#state.entries)) {
      if (!(await this.#sendOne(entry))) return;
      await this.#changed();
    }
  }

  /** False when the rest has to wait: the connection is lost, or the device cannot store a refusal. */
  async #sendOne(entry: OutboxEntry): Promise<boolean> {
    const { store, upload, send, failureOf } = this.#parts;
    let ready = entry;
    try {
      ready = await this.#uploaded(entry, upload);
      await send(ready, filledBody(ready));
    } catch (error) {
      const failure = failureOf(error);
      if (failure.again || failure.status === 401) return false;
      const refusal = { code: failure.code, message: failure.message };
      return this.#kept({ ...ready, refusal });
    }
    await store.remove(entry.seq);
    return true;
  }

  /** The entry with all its files uploaded; each upload is recorded, so that it is not repeated. */
  async #uploaded(entry: OutboxEntry, upload: OutboxParts['upload']): Promise<OutboxEntry> {
    let ready = entry;
    for (const [n, file] of entry.files.entries()) {
      if (file.fileId !== null) continue;
      const fileId = await upload(file.blob, file.name);
      ready = { ...ready, files: ready.files.map((one, at) => (at === n ? { ...one, fileId } : one)) };
      // Where the device has no space for this, the entry is sent all the same; at worst the file is uploaded again.
      await this.#kept(ready);
    }
    return ready;
  }

  /** Whether the device could store the entry. */
  async #kept(entry: OutboxEntry): Promise<boolean> {
    try {
      await this.#parts.store.put(entry);
      return true;
    } catch {
      this.#become({ unkept: true });
      return false;
    }
  }

  async #changed(): Promise<void> {
    await this.read();
    this.#parts.emitted();
  }

  #become(next: Partial<OutboxState>): void {
    this.#state = { ...this.#state, ...next };
    for (const listener of this.#listeners) listener();
  }
}
