import * as register from '#shared/approvals/index.ts';
import type { Language } from '#shared/core/translations.ts';
import type { ApprovalKind } from '#shared/families/approval.ts';
import { approvalRight } from '#shared/streams/approvals/approval/state.ts';
import { approvalTranslations } from '#shared/streams/approvals/approval/translations.ts';
import type { PersonHere } from '#web/live/person.ts';
import { addTranslations } from '#web/locales/translations.ts';
import { addFamilyTranslations } from './translations.ts';

const kinds: ReadonlyMap<string, ApprovalKind> = new Map(
  Object.values(register).map((kind) => [kind.name, kind]),
);

/** Every declared kind of approval. */
export function allKinds(): readonly ApprovalKind[] {
  return [...kinds.values()];
}

/** The kinds whose requests stand on this kind's screen. */
export const kindsOn = ({ name }: Pick<ApprovalKind, 'name'>): readonly ApprovalKind[] =>
  allKinds().filter(({ screen }) => screen === name);

/** Whether this person decides any kind of request, wherever its right stands. */
export function decides({ admin, rights }: Pick<PersonHere, 'admin' | 'rights'>): boolean {
  return admin || allKinds().some((kind) => rights.has(approvalRight(kind, 'approve')));
}

export function kindOf(name: string): ApprovalKind | null {
  return kinds.get(name) ?? null;
}

/** Why the effect of an approval fails, in the words of its kind. */
export function failureText(kind: ApprovalKind | null, language: Language, why: string): string {
  const texts = kind?.translations[language] as Readonly<Record<string, string>> | undefined;
  return texts?.[`fails.${why}`] ?? texts?.['fails.subjectMoved'] ?? '';
}

/**
 * Registers the translations of the family, of requests and of every kind; called when the screen's chunk
 * loads.
 */
export function addApprovalTranslations(): void {
  addFamilyTranslations();
  addTranslations('approval', approvalTranslations);
  for (const kind of kinds.values()) addTranslations(kind.name, kind.translations);
}
