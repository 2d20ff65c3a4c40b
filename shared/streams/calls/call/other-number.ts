import { phoneIsDialable, phoneKey } from '../../../core/phone.ts';
import { phoneLineStream, type PhoneLineState } from './phone-line.ts';
import type { Callee } from './subjects.ts';

const name = (phone: string): string => `other-${phoneKey(phone)}`;
const candidates = (callee: Callee | null): readonly string[] =>
  (callee?.others ?? []).filter(
    (phone) => phoneIsDialable(phone) && phoneKey(phone) !== phoneKey(callee?.phone ?? ''),
  );

/** The streams of somebody's other numbers. */
export const otherNumberReads = (callee: Callee | null): Readonly<Record<string, string>> =>
  Object.fromEntries(candidates(callee).map((phone) => [name(phone), phoneLineStream(phoneKey(phone))]));

/** Key of the number that is tried where the dialled one does not exist; null where none is left. */
export function otherNumber(callee: Callee | null, read: Readonly<Record<string, unknown>>): string | null {
  const next = candidates(callee).find((phone) => {
    const line = read[name(phone)] as PhoneLineState | undefined;
    return !line?.bad && !line?.barred;
  });
  return next === undefined ? null : phoneKey(next);
}
