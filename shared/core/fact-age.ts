import { z } from 'zod';
import { instant } from './fields.ts';

/** What orders two facts of one thing: the outside version, else the time it was changed there, else the hash of what it says. */
export interface FactAge {
  readonly version?: number | null;
  readonly modifiedAt: string;
  readonly hash?: string | null;
}

/** The age of the last fact that was taken, as a stream keeps it. */
export interface FactMark extends FactAge {
  readonly version: number | null;
  readonly hash?: string;
}

/** How a fact's age stands in the order that takes it. */
export const factAgeShape = {
  version: z.int('badFormat').nullable().optional(),
  modifiedAt: instant(),
  /** Of what it says; decides between two of the same moment. */
  hash: z.string('badFormat').max(64, 'badFormat').optional(),
};

export function markOf({
  version,
  modifiedAt,
  hash,
}: {
  readonly version?: number | null | undefined;
  readonly modifiedAt: string;
  readonly hash?: string | undefined;
}): FactMark {
  return { version: version ?? null, modifiedAt: new Date(modifiedAt).toISOString(), ...(hash ? { hash } : {}) };
}

/** Whether a fact says something new, where nothing or only older ones were heard before. */
export function isNews(told: FactMark, known: FactMark | null): boolean {
  return known === null || compareFacts(told, known) === 'newer';
}

/** Whether `told` is newer than `known`; when not, `same` tells a repetition from an older fact. */
export function compareFacts(told: FactAge, known: FactAge): 'newer' | 'same' | 'older' {
  if (told.version != null && known.version != null) return told.version > known.version ? 'newer' : told.version === known.version ? 'same' : 'older';
  if (told.modifiedAt !== known.modifiedAt) return told.modifiedAt > known.modifiedAt ? 'newer' : 'older';
  const [hash, knownHash] = [told.hash ?? '', known.hash ?? ''];
  if (hash !== knownHash) return hash > knownHash ? 'newer' : 'older';
  return 'same';
}
