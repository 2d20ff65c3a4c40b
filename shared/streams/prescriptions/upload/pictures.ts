import { showDay } from '../../../core/day.ts';
import type { NewEvent } from '../../../core/event.ts';
import type { Refusal } from '../../../core/refusal.ts';
import { refuse } from '../../../core/refusal.ts';
import { uniqueStream } from '../../core/unique.ts';
import type { RxFile } from '../pages.ts';
import { rxRef } from '../references.ts';

type Picture = Pick<RxFile, 'sha256'>;
type Owners = Readonly<Record<string, unknown>>;

/**
 * The reservation of an image that is in a prescription: its owner names the prescription, the patient and
 * the day.
 */
export const pictureStream = (sha256: string): string => uniqueStream('prescription-file', sha256);

interface Double {
  readonly ref: string;
  readonly patientId: number;
  readonly day: string;
}
/** The prescription that an owner such as `prescription-501|204|2026-11-18` names. */
export function doubleOf(owner: string | null): Double | null {
  const found = owner === null ? null : /^prescription-(\d+)\|(\d+)\|(\d{4}-\d\d-\d\d)$/.exec(owner);
  return found ? { ref: rxRef(found[1]!), patientId: Number(found[2]), day: found[3]! } : null;
}

/** The reservations that a decision about these images reads, by hash. */
export const picturesRead = (files: readonly Picture[]): Record<string, string> =>
  Object.fromEntries(files.map(({ sha256 }) => [sha256, pictureStream(sha256)]));

const ownerIn = (read: Owners, { sha256 }: Picture): Double | null =>
  doubleOf((read[sha256] as { readonly owner: string | null }).owner);

/** One image makes one prescription of a patient; one of another patient must be confirmed. */
export function pictureTaken(
  double: Double | null,
  patientId: number | undefined,
  confirmed: boolean,
  field: string,
): Refusal | null {
  if (double === null) return null;
  const same = double.patientId === patientId;
  return same || !confirmed
    ? refuse(
        same ? 'fileDuplicate' : 'fileOfAnother',
        409,
        { ref: double.ref, date: showDay(double.day) },
        field,
      )
    : null;
}

/** The first of these images that cannot become a page of this patient's prescription. */
export function picturesTaken<F extends Picture>(
  files: readonly F[],
  read: Owners,
  patientId: number,
  confirmed: (file: F) => boolean,
  field: string,
): Refusal | null {
  if (new Set(files.map(({ sha256 }) => sha256)).size < files.length)
    return refuse('pageTwice', 409, undefined, field);
  for (const file of files) {
    const no = pictureTaken(ownerIn(read, file), patientId, confirmed(file), field);
    if (no) return no;
  }
  return null;
}

/** Reserves the images for a prescription; one that is in another patient's prescription stays there. */
export const picturesReserved = (
  files: readonly Picture[],
  read: Owners,
  prescriptionId: number,
  patientId: number,
  today: string,
): NewEvent[] =>
  files
    .filter((file) => ownerIn(read, file) === null)
    .map(({ sha256 }) => ({
      stream: pictureStream(sha256),
      type: 'KeyReserved',
      data: { owner: `prescription-${prescriptionId}|${patientId}|${today}` },
    }));
