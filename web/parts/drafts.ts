/** What a person typed and did not send, kept on this machine for them, an order and a record; signing out takes it away. Never a secret. */
export interface Kept {
  readonly values: Readonly<Record<string, unknown>>;
  /** The record's version that was typed over, where the order minds it. */
  readonly version: number | null;
  readonly at: string;
}

type RecordId = string | number | null;
const place = (empId: number, order: string, record: RecordId): string => `ops-draft:${empId}:${order}:${record ?? 'new'}`;

export function draftOf(empId: number, order: string, record: RecordId): Kept | null {
  try {
    const draft = JSON.parse(localStorage.getItem(place(empId, order, record)) ?? 'null') as Kept | null;
    return draft && typeof draft.values === 'object' && draft.values !== null ? draft : null;
  } catch {
    return null; // storage switched off or unreadable: nothing was kept
  }
}

export function keepDraft(empId: number, order: string, record: RecordId, draft: Kept): void {
  try {
    localStorage.setItem(place(empId, order, record), JSON.stringify(draft));
  } catch {
    // storage full or switched off: what is typed stands in the form only
  }
}

export function dropDraft(empId: number, order: string, record: RecordId): void {
  try {
    localStorage.removeItem(place(empId, order, record));
  } catch {
    // storage switched off: there is nothing to drop
  }
}
