import { showDay } from '../../core/day.ts';
import { refuse, type Refusal } from '../../core/refusal.ts';
import { textIn, type Both, type Language } from '../../core/translations.ts';
import type { CheckedReference, Fields, MasterDef, Problem, StageAction } from '../../families/master-def.ts';
import type { MasterState } from './state.ts';

/** Others rely on a record in force: neither its day nor its values can be changed later. */
export function inForce(def: MasterDef, { fields }: MasterState, today: string): Refusal | null {
  const day = def.inForceFrom === undefined ? undefined : fields[def.inForceFrom];
  return typeof day === 'string' && day <= today
    ? refuse('inForce', 422, { date: showDay(day) }, def.inForceFrom)
    : null;
}

/** The steps that lead to the stage of a record, if it counts as active there. */
export function stepsTo({ stages }: MasterDef, stage: string | null): readonly StageAction[] {
  return stage !== null && stages?.active.includes(stage)
    ? Object.values(stages.actions).filter((action) => action.to === stage && !action.back)
    : [];
}

/** The conditions for a record to become active hold at every later change of it. */
export function stageProblem(
  def: MasterDef,
  stage: string | null,
  values: Fields,
  named: CheckedReference,
): Problem | null {
  for (const action of stepsTo(def, stage)) {
    const empty = action.requires?.find((name) => values[name] == null);
    const problem = empty ? { code: 'required', field: empty } : (action.guard?.(values, named) ?? null);
    if (problem) return problem;
  }
  return null;
}

/** Open work of one kind at a place. */
export interface OpenWork {
  readonly what: Both;
  readonly n: number;
}

/** The findings of `prepare` about a record: how many others name it, and its open work. */
export interface Uses {
  readonly usedActive?: number;
  readonly usedBy?: readonly string[];
  readonly openWork?: readonly OpenWork[];
}

/** Why a record that is still used cannot become inactive, with counts. */
export function activeUses(
  { usedActive = 0, usedBy = [], openWork = [] }: Uses = {},
  language: Language,
): Refusal | null {
  const work = openWork.filter(({ n }) => n > 0);
  if (work.length > 0)
    return refuse('placeInUse', 409, {
      n: work.reduce((sum, one) => sum + one.n, usedActive),
      what: work.map(({ what, n }) => `${textIn(what, language)}: ${n}`).join(', '),
      usedBy,
    });
  return usedActive === 0 ? null : refuse('masterInUseActive', 409, { n: usedActive, usedBy });
}
