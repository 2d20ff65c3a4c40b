import { refuse, type Refusal } from '../../core/refusal.ts';
import type { Ctx } from '../../core/stream.ts';
import type { Fields, MasterDef, Problem } from '../../families/master-def.ts';
import { labelOf } from './holds.ts';
import { splitKey } from './state.ts';

/** The refusal of fields with problems: the first one as a message, all of them as issues. */
export function bad(
  def: MasterDef,
  problems: readonly Problem[],
  ctx: Ctx & { readonly id: string },
): Refusal {
  const { code, field, details } = problems[0]!;
  const issues = problems.slice(0, 50).map((one) => ({ code: one.code, field: one.field, ...one.details }));
  return refuse(
    code,
    400,
    { ...details, label: labelOf(def, field.split('.')[0] ?? '', ctx), issues },
    field,
  );
}

/** The fields with the code that the record's number gives, unless one was given and may be. */
export function numbered(def: MasterDef, values: Fields, key: string): Fields {
  if (!def.autoCode || (!def.autoCode.always && values.vCode != null && values.vCode !== '')) return values;
  return {
    ...values,
    vCode: `${def.autoCode.prefix}${String(splitKey(key).id).padStart(def.autoCode.digits, '0')}`,
  };
}
