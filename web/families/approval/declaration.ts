import * as register from '#shared/approvals/index.ts';
import type { ApprovalKind } from '#shared/families/approval.ts';
import { approvalWords } from '#shared/streams/approvals/approval/words.ts';
import { addWords } from '#web/words/words.ts';
import { addFamilyWords } from './words.ts';

const kinds: ReadonlyMap<string, ApprovalKind> = new Map(Object.values(register).map((kind) => [kind.name, kind]));

/** Every declared kind of approval. */
export function allKinds(): readonly ApprovalKind[] {
  return [...kinds.values()];
}

export function kindOf(name: string): ApprovalKind | null {
  return kinds.get(name) ?? null;
}

/** The words of the family, of requests and of every kind; called where the screen's chunk begins. */
export function addApprovalWords(): void {
  addFamilyWords();
  addWords('approval', approvalWords);
  for (const kind of kinds.values()) addWords(kind.name, kind.words);
}
