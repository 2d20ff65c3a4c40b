/**
 * Drafts: unsent input, stored on this device per person, command and record; signing out deletes them. Never
 * a secret.
 */
export interface Kept {
  readonly values: Readonly<Record<string, unknown>>;
  /** The record's version it is based on, for versioned commands. */
  readonly version: number | null;
  readonly at: string;
}

type RecordId = string | number | null;
const draftKey = (empId: number, command: string, record: RecordId): string =>
  `ops-draft:${empId}:${command}:${record ?? 'new'}`;

export function draftOf(empId: number, command: string, record: RecordId): Kept | null {
  try {
    const draft = JSON.parse(localStorage.getItem(draftKey(empId, command, record)) ?? 'null') as Kept | null;
    return draft && typeof draft.values === 'object' && draft.values !== null ? draft : null;
  } catch {
    return null; // storage is disabled or unreadable: there is no draft
  }
}

/** The records of which a draft of this command is kept. */
export function draftRecords(empId: number, command: string): readonly string[] {
  const start = draftKey(empId, command, '');
  try {
    return Object.keys(localStorage).flatMap((key) =>
      key.startsWith(start) ? [key.slice(start.length)] : [],
    );
  } catch {
    return []; // storage is disabled: there is no draft
  }
}

export function keepDraft(empId: number, command: string, record: RecordId, draft: Kept): void {
  try {
    localStorage.setItem(draftKey(empId, command, record), JSON.stringify(draft));
  } catch {
    // storage is full or disabled: the input lives in the form only
  }
}

export function dropDraft(empId: number, command: string, record: RecordId): void {
  try {
    localStorage.removeItem(draftKey(empId, command, record));
  } catch {
    // storage is disabled: there is nothing to delete
  }
}
