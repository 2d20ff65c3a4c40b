import { phoneIsDialable, phoneKey } from '../../../core/phone.ts';
import { phoneLineStream, type PhoneLineState } from './phone-line.ts';
import type { Callee } from './subjects.ts';

const name = (phone: string): string => `other-${phoneKey(phone)}`;

/** The streams of somebody's numbers. */
export const numberReads = (phones: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    phones.filter(phoneIsDialable).map((phone) => [name(phone), phoneLineStream(phoneKey(phone))]),
  );

const lineOf = (phone: string, read: Readonly<Record<string, unknown>>): PhoneLineState | undefined =>
  read[name(phone)] as PhoneLineState | undefined;

/** Whether somebody asked, or a death forbids, that this number is called. */
export const numberBarred = (phone: string, read: Readonly<Record<string, unknown>>): boolean =>
  Boolean(lineOf(phone, read)?.barred);

/** The first of somebody's numbers that, by their streams, exists and may be called. */
export const callableNumber = (
  phones: readonly string[],
  read: Readonly<Record<string, unknown>>,
): string | undefined =>
  phones.filter(phoneIsDialable).find((phone) => {
    const line = lineOf(phone, read);
    return !line?.bad && !line?.barred;
  });

const candidates = (callee: Callee | null): readonly string[] =>
  (callee?.others ?? []).filter((phone) => phoneKey(phone) !== phoneKey(callee?.phone ?? ''));

/** The streams of somebody's other numbers. */
export const otherNumberReads = (callee: Callee | null): Readonly<Record<string, string>> =>
  numberReads(candidates(callee));

/** Key of the number that is tried where the dialled one does not exist; null where none is left. */
export function otherNumber(callee: Callee | null, read: Readonly<Record<string, unknown>>): string | null {
  const next = callableNumber(candidates(callee), read);
  return next === undefined ? null : phoneKey(next);
}
