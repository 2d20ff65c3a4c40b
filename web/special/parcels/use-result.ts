import { useEffect, useState } from 'react';
import { dropPhoto, keepPhoto, photoOf } from '#web/live/draft-photos.ts';
import { usePerson } from '#web/live/person.ts';
import { useDraft, type Draft } from '#web/parts/use-draft.ts';
import type { ParcelRow } from './row.ts';

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
  const draft = useDraft<Typed>('delivery.result', parcel.id, {
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
  const { photoId } = draft.values;
  const [first] = useState(photoId);
  useEffect(() => {
    if (first === null) return undefined;
    let current = true;
    void photoOf(empId, first).then((file) => current && setPhoto((now) => now ?? file));
    return () => void (current = false);
  }, [empId, first]);
  const dropped = (): void => {
    if (photoId !== null) void dropPhoto(photoId);
  };
  return {
    ...draft,
    photo,
    putPhoto: (file) => {
      dropped();
      setPhoto(file);
      void keepPhoto(empId, file).then((id) => draft.put({ photoId: id }));
    },
    done: () => {
      dropped();
      draft.done();
    },
    forget: () => {
      dropped();
      setPhoto(null);
      draft.forget();
    },
  };
}
