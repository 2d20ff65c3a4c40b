/** What orders two facts of one thing: the outside version, else the time it was changed there, else the hash of what it says. */
export interface FactAge {
  readonly version?: number | null;
  readonly modifiedAt: string;
  readonly hash?: string | null;
}

/** Whether `told` is newer than `known`; when not, `same` tells a repetition from an older fact. */
export function compareFacts(told: FactAge, known: FactAge): 'newer' | 'same' | 'older' {
  if (told.version != null && known.version != null) return told.version > known.version ? 'newer' : told.version === known.version ? 'same' : 'older';
  if (told.modifiedAt !== known.modifiedAt) return told.modifiedAt > known.modifiedAt ? 'newer' : 'older';
  const [hash, knownHash] = [told.hash ?? '', known.hash ?? ''];
  if (hash !== knownHash) return hash > knownHash ? 'newer' : 'older';
  return 'same';
}
