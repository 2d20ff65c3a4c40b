import { z } from 'zod';
import * as texts from './texts.ts';
import { instant } from './fields.ts';

/**
 * Orders two source messages about one record: by outside version, else by time of change, else by content
 * hash.
 */
export interface MessageAge {
  readonly version?: number | null;
  readonly modifiedAt: string;
  readonly hash?: string | null;
}

/** The age of the last message that was applied, as a stream keeps it. */
export interface MessageMark extends MessageAge {
  readonly version: number | null;
  readonly hash?: string;
}

/** The input fields that carry a message's age in a command. */
export const messageAgeShape = {
  version: z.int('badFormat').nullable().optional(),
  modifiedAt: instant(),
  /** Content hash; breaks ties between messages of the same instant. */
  hash: texts.token('badFormat').max(64, 'badFormat').optional(),
};

export function markOf({
  version,
  modifiedAt,
  hash,
}: {
  readonly version?: number | null | undefined;
  readonly modifiedAt: string;
  readonly hash?: string | undefined;
}): MessageMark {
  return {
    version: version ?? null,
    modifiedAt: new Date(modifiedAt).toISOString(),
    ...(hash ? { hash } : {}),
  };
}

/** Whether a message is newer than everything applied so far. */
export function isNews(reported: MessageMark, known: MessageMark | null): boolean {
  return known === null || compareMessages(reported, known) === 'newer';
}

/** Compares two messages; `same` marks a repetition rather than an older message. */
export function compareMessages(reported: MessageAge, known: MessageAge): 'newer' | 'same' | 'older' {
  if (reported.version != null && known.version != null)
    return reported.version > known.version ? 'newer' : reported.version === known.version ? 'same' : 'older';
  if (reported.modifiedAt !== known.modifiedAt)
    return reported.modifiedAt > known.modifiedAt ? 'newer' : 'older';
  const [hash, knownHash] = [reported.hash ?? '', known.hash ?? ''];
  if (hash !== knownHash) return hash > knownHash ? 'newer' : 'older';
  return 'same';
}

/** The mark that a message of an outside system left with the event that it caused. */
export interface Reported {
  readonly source?: MessageMark;
}
