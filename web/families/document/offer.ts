import type { DocumentState } from '#shared/streams/documents/state.ts';
import { isAt, type DocumentAction, type DocumentDef } from '#shared/families/document.ts';
import { hasRight, type PersonHere } from '#web/live/person.ts';
import type { SayDocument } from './translations.ts';

export interface Offered {
  readonly action: DocumentAction;
  /** Why it cannot be done now. */
  readonly off: string | null;
}

export const holdsAny = (person: PersonHere, needs: readonly string[]): boolean =>
  needs.some((need) => hasRight(person, need));

export const placesOf = (person: PersonHere): readonly number[] => person.poos.map(({ id }) => id);

/**
 * The actions that a document's stage allows; those beyond a person's rights are left out, unavailable ones
 * have a reason.
 */
export function offersFor(
  def: DocumentDef,
  state: DocumentState,
  person: PersonHere,
  blocked: string | null,
  t: SayDocument,
): readonly Offered[] {
  return def.actions
    .filter(
      (action) =>
        !action.line &&
        action.stages.includes(state.stage) &&
        (action.when?.(state) ?? true) &&
        isAt(state, action.at, placesOf(person)) &&
        holdsAny(person, action.need),
    )
    .map((action) => ({
      action,
      off: action.fourEyes && state.madeBy.empId === person.empId ? t('off.self') : blocked,
    }));
}

/** Actions for single lines. */
export function lineOffers(
  def: DocumentDef,
  state: Pick<DocumentState, 'stage' | 'pooId' | 'alsoAt'>,
  person: PersonHere,
): readonly DocumentAction[] {
  return def.actions.filter(
    (action) =>
      action.line &&
      action.stages.includes(state.stage) &&
      isAt(state, action.at, placesOf(person)) &&
      holdsAny(person, action.need),
  );
}
