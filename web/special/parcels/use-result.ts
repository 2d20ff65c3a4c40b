import { useEffect, useRef, useState } from 'react';
import { dropPhoto, dropUnnamedPhotos, keepPhoto, photoOf } from '#web/live/draft-photos.ts';
import { usePerson } from '#web/live/person.ts';
import { draftOf, draftRecords, dropDraft } from '#web/parts/drafts.ts';
import { useDraft, type Draft } from '#web/parts/use-draft.ts';
import type { ParcelRow } from './row.ts';

const command = 'delivery.result';

interface Typed extends Readonly<Record<string, unknown>> {
  readonly result: string | null;
  readonly taken: Readonly<Record<string, number | null>>;
  readonly receiver: string;
  readonly mode: string;
  readonly why: string;
  readonly reason: string | null;
  readonly note: string;
  /** The id of the photo on this device. */
  readonly photoId: string | null;
}

export interface ResultDraft extends Draft<Typed> {
  readonly photo: File | null;
  putPhoto(file: File): void;
}

/** What a rider types at a door, kept on this phone until it is recorded; never the customer's code. */
export function useResult(parcel: ParcelRow): ResultDraft {
  const { empId } = usePerson();
  const draft = useDraft<Typed>(command, parcel.id, {
    result: null,
    taken: Object.fromEntries(parcel.lines.map(({ id, qty }) => [id, qty])),
    receiver: '',
    mode: 'cash',
    why: '',
    reason: null,
    note: '',
    photoId: null,
  });
  const [photo, setPhoto] = useState<File | null>(null);
  const [first] = useState(draft.values.photoId);
  const photoId = useRef(first);
  useEffect(() => {
    if (first === null) return undefined;
    let current = true;
    void photoOf(empId, first).then((file) => current && photoId.current === first && setPhoto(file));
    return () => void (current = false);
  }, [empId, first]);
  /** The photo of the draft becomes this one: the one before is deleted. */
  const become = (next: string | null): void => {
    if (photoId.current !== null) void dropPhoto(photoId.current);
    photoId.current = next;
  };
  return {
    ...draft,
    photo,
    putPhoto: (file) => {
      const id = crypto.randomUUID();
      become(id);
      setPhoto(file);
      draft.put({ photoId: id });
      void keepPhoto(empId, id, file);
    },
    done: () => {
      become(null);
      draft.done();
    },
    forget: () => {
      become(null);
      setPhoto(null);
      draft.forget();
    },
  };
}

/** Results that nobody will record any more leave this device: those of parcels that are not this person's now. */
export function dropForeignResults(empId: number, own: ReadonlySet<string>): Promise<void> {
  for (const id of draftRecords(empId, command)) if (!own.has(id)) dropDraft(empId, command, id);
  return dropUnnamedPhotos(
    empId,
    () =>
      new Set(
        draftRecords(empId, command).map((id) => String(draftOf(empId, command, id)?.values['photoId'])),
      ),
  );
}
