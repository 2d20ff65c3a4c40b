import { fieldProblems } from '../core/fields.ts';
import type { Checked, Fields, MasterDef, Problem } from './master-def.ts';
import type { MasterField } from './master-field.ts';

/** Drops blank and hidden values, then checks the shape, then the rules over several fields. */
export function checkMaster(
  def: MasterDef,
  raw: Fields,
  about: { readonly today: string; readonly before: Fields | null },
): Checked {
  const filled: Record<string, unknown> = { ...raw };
  for (const field of def.fields) {
    if (filled[field.name] === undefined && field.default !== undefined && about.before === null)
      filled[field.name] = field.default;
  }
  const parsed = def.schema().safeParse(filled);
  if (!parsed.success) return { problems: fieldProblems(parsed.error) };
  const fields: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(parsed.data))
    if (value !== null && value !== undefined) fields[name] = value;
  for (const field of def.fields) if (!isVisible(field, fields)) delete fields[field.name];
  const problems: Problem[] = [];
  for (const field of def.fields) {
    if (field.required && field.visibleWhen && isVisible(field, fields) && fields[field.name] === undefined)
      problems.push({ code: 'required', field: field.name, details: { label: field.name } });
  }
  for (const rule of def.rules ?? []) {
    const problem = rule(fields, about);
    if (problem) problems.push(problem);
  }
  return problems.length > 0 ? { problems } : { fields };
}

export function isVisible(field: MasterField, fields: Fields): boolean {
  return !field.visibleWhen || field.visibleWhen.in.includes(fields[field.visibleWhen.field] ?? null);
}
