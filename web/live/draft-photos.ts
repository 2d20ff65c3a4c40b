/** A photo of input that was not sent yet, stored on this device. Its draft names it by its id. */
interface KeptPhoto {
  readonly id: string;
  readonly empId: number;
  readonly file: File;
}

/** Deleted as a whole at sign-out. */
export const photoDatabase = 'ops-draft-photos';
const photos = 'photos';
const inMemory = new Map<string, KeptPhoto>();

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The device store failed.'));
  });

/** Works on the photos and closes the store again, so that a sign-out can delete it. */
async function within<T>(work: (table: IDBObjectStore) => Promise<T>): Promise<T> {
  const opening = indexedDB.open(photoDatabase, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(photos, { keyPath: 'id' });
  const database = await done(opening);
  try {
    return await work(database.transaction(photos, 'readwrite').objectStore(photos));
  } finally {
    database.close();
  }
}
const stored = (): boolean => typeof indexedDB !== 'undefined';

/** Keeps a photo and returns its id; null when the device cannot keep it, so that it lives in the form only. */
export async function keepPhoto(empId: number, file: File): Promise<string | null> {
  const photo = { id: crypto.randomUUID(), empId, file };
  if (!stored()) {
    inMemory.set(photo.id, photo);
    return photo.id;
  }
  try {
    await within(async (table) => {
      // whoever used this device before is gone with their drafts
      for (const one of (await done(table.getAll())) as KeptPhoto[])
        if (one.empId !== empId) table.delete(one.id);
      await done(table.add(photo));
    });
    return photo.id;
  } catch {
    return null; // storage full or disabled
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
