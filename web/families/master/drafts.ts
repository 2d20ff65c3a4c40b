import type { Fields } from '#shared/families/master-def.ts';

/** What a person typed and did not send, kept on this machine for them and this record. */
export interface Draft {
  readonly values: Fields;
  readonly version: number | null;
  readonly at: string;
}

const place = (empId: number, master: string, id: number | null): string => `ops-draft:${empId}:${master}:${id ?? 'new'}`;

export function draftOf(empId: number, master: string, id: number | null): Draft | null {
  try {
    const draft = JSON.parse(localStorage.getItem(place(empId, master, id)) ?? 'null') as Draft | null;
    return draft && typeof draft.values === 'object' && draft.values !== null ? draft : null;
  } catch {
    return null; // storage switched off or unreadable: nothing was kept
  }
}

export function keepDraft(empId: number, master: string, id: number | null, draft: Draft): void {
  try {
    localStorage.setItem(place(empId, master, id), JSON.stringify(draft));
  } catch {
    // storage full or switched off: what is typed stands in the form only
  }
}

export function dropDraft(empId: number, master: string, id: number | null): void {
  try {
    localStorage.removeItem(place(empId, master, id));
  } catch {
    // storage switched off: there is nothing to drop
  }
}
