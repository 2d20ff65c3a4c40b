import type { MasterDef } from '#shared/families/master-def.ts';
import { number, type MasterField } from '#shared/families/master-field.ts';
import type { ListQuery } from './list-rows.ts';

export const noPrompt: ListQuery = { q: '', filter: {}, cancelled: false };

export function isFiltered(prompt: ListQuery): boolean {
  return prompt.q.trim() !== '' || prompt.cancelled || Object.keys(prompt.filter).length > 0;
}

/** The number of filters shown before somebody opens all. */
const LIKELY = 6;
const pickKinds: readonly MasterField['kind'][] = ['choice', 'choices', 'yesNo', 'reference', 'references'];

/**
 * The filters of a list, the likely ones first. Likely are columns of the list with values to pick rather
 * than to type, because the quick search covers typed text; a filter in use is always among the first.
 */
export function filterFields(
  def: MasterDef,
  used: readonly string[],
): { readonly likely: readonly MasterField[]; readonly others: readonly MasterField[] } {
  const all = [...def.filters, ...(def.counts ?? []).map(({ name, label }) => number(name, label))].filter(
    ({ kind }) => kind !== 'rows',
  );
  if (all.length <= LIKELY + 2) return { likely: all, others: [] };
  const columns = def.columns.filter(({ hidden }) => !hidden).map(({ name }) => name);
  const rank = (field: MasterField): number => {
    const at = columns.indexOf(field.name);
    return (pickKinds.includes(field.kind) ? 0 : 200) + (at < 0 ? 100 : at);
  };
  const first = new Set(
    all
      .toSorted((a, b) => rank(a) - rank(b))
      .slice(0, LIKELY)
      .map(({ name }) => name),
  );
  const isLikely = ({ name }: MasterField): boolean => first.has(name) || used.includes(name);
  return { likely: all.filter(isLikely), others: all.filter((field) => !isLikely(field)) };
}
