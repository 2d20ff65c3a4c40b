import type { FieldProblem } from '#shared/core/fields.ts';
import { fieldProblems, fieldTranslations } from '#shared/core/fields.ts';
import type { FormDef, FormStep } from '#shared/families/form.ts';
import { fill } from '#shared/core/translations.ts';
import type { Language } from '#shared/core/translations.ts';
import { declaredPath, getAt, setAt } from './paths.ts';

export type Problems = Readonly<Record<string, string>>;

/** Problems of the values, the first one per field. */
export function problemsOf(steps: readonly FormStep[], values: unknown): FieldProblem[] {
  return steps.flatMap((step) => {
    const parsed = step.schema.safeParse(values);
    return parsed.success ? [] : fieldProblems(parsed.error);
  });
}

/** The text of a problem, with the field's own label. */
export function problemText(
  def: FormDef,
  { code, field, details }: FieldProblem,
  language: Language,
): string {
  const own = def.translations[language] as Readonly<Record<string, string>>;
  const template =
    own[code] ??
    (fieldTranslations[language] as Readonly<Record<string, string>>)[code] ??
    (fieldTranslations[language] as Readonly<Record<string, string>>)['badFormat']!;
  return fill(template, { ...details, label: labelOf(own, field) });
}

export function labelOf(own: Readonly<Record<string, string>>, field: string): string {
  const path = declaredPath(field);
  return (
    own[`field.${path}`] ??
    own[`field.${path.split('.').slice(1).join('.')}`] ??
    own[`field.${path.split('.').at(-1) ?? ''}`] ??
    path
  );
}

export function translateAll(def: FormDef, problems: readonly FieldProblem[], language: Language): Problems {
  const text: Record<string, string> = {};
  for (const problem of problems) text[problem.field] ??= problemText(def, problem, language);
  return text;
}

/** Index of the step that shows a field; -1 for none. */
export function stepOf(def: FormDef, field: string): number {
  const path = declaredPath(field);
  return def.steps.findIndex((step) =>
    step.fields.some((one) => {
      const whole = step.list ? `${step.list.path}.${one.name}` : one.name;
      return whole === path || path.startsWith(`${whole}.`) || whole.startsWith(`${path}.`);
    }),
  );
}

/**
 * The values that a draft may store, and the fields it cannot store yet: those are stored blank until they
 * are valid.
 */
export function keepable(
  def: FormDef,
  values: Readonly<Record<string, unknown>>,
): { readonly parts: Readonly<Record<string, unknown>>; readonly left: readonly string[] } {
  const schema = def.keep?.schema;
  if (!schema) return { parts: values, left: [] };
  let now: Record<string, unknown> = Object.fromEntries(
    Object.entries(values).filter(([part]) => !def.keep?.fixed?.includes(part)),
  );
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
