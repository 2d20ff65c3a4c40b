import type { FieldProblem } from '#shared/core/fields.ts';
import { fieldProblems, fieldWords } from '#shared/core/fields.ts';
import type { FormDef, FormStep } from '#shared/families/form.ts';
import { fill } from '#shared/core/words.ts';
import type { Language } from '#shared/core/words.ts';
import { declaredPath, getAt, setAt } from './paths.ts';

export type Problems = Readonly<Record<string, string>>;

/** What is wrong with the values, by field; the first word about each counts. */
export function problemsOf(steps: readonly FormStep[], values: unknown): FieldProblem[] {
  return steps.flatMap((step) => {
    const parsed = step.schema.safeParse(values);
    return parsed.success ? [] : fieldProblems(parsed.error);
  });
}

/** The problem in words, with the field's own name. */
export function sayProblem(def: FormDef, { code, field, details }: FieldProblem, language: Language): string {
  const own = def.words[language] as Readonly<Record<string, string>>;
  const template =
    own[code] ?? (fieldWords[language] as Readonly<Record<string, string>>)[code] ?? (fieldWords[language] as Readonly<Record<string, string>>)['badFormat']!;
  return fill(template, { ...details, label: labelOf(own, field) });
}

export function labelOf(own: Readonly<Record<string, string>>, field: string): string {
  const path = declaredPath(field);
  return own[`field.${path}`] ?? own[`field.${path.split('.').slice(1).join('.')}`] ?? own[`field.${path.split('.').at(-1) ?? ''}`] ?? path;
}

export function sayAll(def: FormDef, problems: readonly FieldProblem[], language: Language): Problems {
  const said: Record<string, string> = {};
  for (const problem of problems) said[problem.field] ??= sayProblem(def, problem, language);
  return said;
}

/** The step that shows a field; -1 for none. */
export function stepOf(def: FormDef, field: string): number {
  const path = declaredPath(field);
  return def.steps.findIndex((step) =>
    step.fields.some((one) => {
      const whole = step.list ? `${step.list.path}.${one.path}` : one.path;
      return whole === path || path.startsWith(`${whole}.`) || whole.startsWith(`${path}.`);
    }),
  );
}

/** The parts of the values that a draft may keep, and the fields that it may not yet: those are kept as empty until they are right. */
export function keepable(
  def: FormDef,
  values: Readonly<Record<string, unknown>>,
): { readonly parts: Readonly<Record<string, unknown>>; readonly left: readonly string[] } {
  const schema = def.keep?.schema;
  if (!schema) return { parts: values, left: [] };
  let now: Record<string, unknown> = Object.fromEntries(Object.entries(values).filter(([part]) => !def.keep?.fixed?.includes(part)));
  const left: string[] = [];
  for (let round = 0; round < 10; round += 1) {
    const parsed = schema.safeParse(now);
    if (parsed.success) return { parts: now, left };
    for (const { field } of fieldProblems(parsed.error)) {
      left.push(field);
      const leaf = field.split('.').length > 1 && getAt(now, field) !== null;
      if (leaf) now = setAt(now, field, null);
      else now = Object.fromEntries(Object.entries(now).filter(([part]) => part !== field.split('.')[0]));
    }
  }
  return { parts: {}, left };
}
