import { committed, done } from './device-store.ts';
import { photoDatabase } from './photo-database.ts';

/** A photo of input that was not sent yet, stored on this device. Its draft names it by its id. */
interface KeptPhoto {
  readonly id: string;
  readonly empId: number;
  readonly file: File;
}

const photos = 'photos';
const inMemory = new Map<string, KeptPhoto>();
let last: Promise<unknown> = Promise.resolve();

/** Works on the photos, one after another, and closes the store again, so that a sign-out can delete it. */
function within<T>(work: (table: IDBObjectStore) => Promise<T>): Promise<T> {
  const result = Promise.allSettled([last]).then(() => once(work));
  last = result;
  return result;
}
async function once<T>(work: (table: IDBObjectStore) => Promise<T>): Promise<T> {
  const opening = indexedDB.open(photoDatabase, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(photos, { keyPath: 'id' });
  const database = await done(opening);
  try {
    const transaction = database.transaction(photos, 'readwrite');
    const [result] = await Promise.all([work(transaction.objectStore(photos)), committed(transaction)]);
    return result;
  } finally {
    database.close();
  }
}
const stored = (): boolean => typeof indexedDB !== 'undefined';

/** Keeps a photo under its id; false when the device cannot keep it, so that it lives in the form only. */
export async function keepPhoto(empId: number, id: string, file: File): Promise<boolean> {
  const photo = { id, empId, file };
  if (!stored()) {
    inMemory.set(id, photo);
    return true;
  }
  try {
    await within((table) => done(table.put(photo)));
    return true;
  } catch {
    return false; // storage full or disabled
  }
}

/** The photo of an id, of this person; null when it is not on this device any more. */
export async function photoOf(empId: number, id: string): Promise<File | null> {
  try {
    const found = stored()
      ? ((await within((table) => done(table.get(id)))) as KeptPhoto | undefined)
      : inMemory.get(id);
    return found?.empId === empId ? found.file : null;
  } catch {
    return null; // storage disabled or unreadable: the photo is gone
  }
}

export async function dropPhoto(id: string): Promise<void> {
  inMemory.delete(id);
  if (!stored()) return;
  try {
    await within((table) => done(table.delete(id)));
  } catch {
    // storage disabled: there is nothing to delete
  }
}

/** Deletes all photos but those that drafts of this person name when their turn comes. */
export async function dropUnnamedPhotos(empId: number, namedNow: () => ReadonlySet<string>): Promise<void> {
  if (!stored()) {
    const named = namedNow();
    for (const { id, empId: owner } of inMemory.values())
      if (owner !== empId || !named.has(id)) inMemory.delete(id);
    return;
  }
  try {
    await within(async (table) => {
      const all = (await done(table.getAll())) as readonly KeptPhoto[];
      const named = namedNow();
      for (const one of all) if (one.empId !== empId || !named.has(one.id)) table.delete(one.id);
    });
  } catch {
    // storage disabled: there is nothing to delete
  }
}
