import { committed, done } from '../device-store.ts';
import type { OutboxEntry } from './entry.ts';

/** The storage of entries on this device. */
export interface OutboxStore {
  /** All of this person's, oldest first. */
  all(empId: number): Promise<readonly OutboxEntry[]>;
  /** Stores a new entry and returns its number. */
  add(entry: OutboxEntry): Promise<number>;
  put(entry: OutboxEntry): Promise<void>;
  remove(seq: number): Promise<void>;
}

const database = 'ops-outbox';
const entries = 'entries';

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(database, 1);
  request.onupgradeneeded = () =>
    request.result.createObjectStore(entries, { keyPath: 'seq', autoIncrement: true });
  return done(request);
}

/** Entries in IndexedDB: they survive closing the tab and the browser. */
export function indexedStore(): OutboxStore {
  let opened: Promise<IDBDatabase> | null = null;
  const begun = async (mode: IDBTransactionMode): Promise<IDBTransaction> => {
    opened ??= open();
    opened.catch(() => (opened = null));
    return (await opened).transaction(entries, mode);
  };
  const write = async <T>(work: (table: IDBObjectStore) => IDBRequest<T>): Promise<T> => {
    const transaction = await begun('readwrite');
    const [result] = await Promise.all([
      done(work(transaction.objectStore(entries))),
      committed(transaction),
    ]);
    return result;
  };
  return {
    async all(empId) {
      const found = (await done((await begun('readonly')).objectStore(entries).getAll())) as OutboxEntry[];
      return found.filter((entry) => entry.empId === empId).toSorted((a, b) => a.seq - b.seq);
    },
    async add({ seq: _none, ...entry }) {
      return Number(await write((table) => table.add(entry)));
    },
    async put(entry) {
      await write((table) => table.put(entry));
    },
    async remove(seq) {
      await write((table) => table.delete(seq));
    },
  };
}

/** Entries in memory, for a browser without a store of its own and for tests. */
export function memoryStore(): OutboxStore {
  let kept: readonly OutboxEntry[] = [];
  let last = 0;
  return {
    all: async (empId) => kept.filter((entry) => entry.empId === empId),
    async add(entry) {
      last += 1;
      kept = [...kept, { ...entry, seq: last }];
      return last;
    },
    async put(entry) {
      kept = kept.map((one) => (one.seq === entry.seq ? entry : one));
    },
    async remove(seq) {
      kept = kept.filter((one) => one.seq !== seq);
    },
  };
}
