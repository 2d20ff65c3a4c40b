import { isVisible } from '#shared/families/master-check.ts';
import type { Fields, MasterDef, Problem } from '#shared/families/master-def.ts';
import type { MasterField } from '#shared/families/master-field.ts';
import { changesOf } from '#shared/streams/masters/changes.ts';

/** Longer forms than this stand on a page of their own. */
const LONG = 14;

export function isLong(def: Pick<MasterDef, 'fields'>): boolean {
  return def.fields.length > LONG || def.fields.filter((field) => field.kind === 'rows').length > 1;
}

/** What is blank is left out, so that two ways of being empty are one. */
export function filled(values: Fields): Fields {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isBlank(value)));
}

function isBlank(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === 'string' && value.trim() === '') || (Array.isArray(value) && value.length === 0);
}

/** A new record as the form begins. */
export function blankOf(def: Pick<MasterDef, 'fields'>): Fields {
  return Object.fromEntries(
    def.fields.flatMap((field) =>
      field.default === undefined ? (field.kind === 'flag' && field.required ? [[field.name, 0]] : []) : [[field.name, field.default]],
    ),
  );
}

/** The fields that changed since the base; null empties one. */
export function changedFields(base: Fields, values: Fields): Fields {
  return changesOf(filled(base), filled(values)).now;
}

/** A record that somebody else changed meanwhile: what I did not touch becomes theirs, what I touched stays mine. */
export function takeTheirs(base: Fields, values: Fields, theirs: Fields): { base: Fields; values: Fields; taken: readonly string[] } {
  const mine = changedFields(base, values);
  const { now } = changesOf(filled(base), filled(theirs));
  const next: Record<string, unknown> = { ...values };
  const kept: Record<string, unknown> = { ...filled(theirs) };
  const taken: string[] = [];
  for (const [name, value] of Object.entries(now)) {
    if (name in mine) kept[name] = base[name];
    else {
      next[name] = value ?? undefined;
      taken.push(name);
    }
  }
  return { base: kept, values: next, taken };
}

export interface FormSection {
  readonly name: string;
  readonly fields: readonly MasterField[];
}

/** The fields that are asked for now, in the parts they belong to, in declared order. */
export function sectionsOf(def: Pick<MasterDef, 'fields' | 'takes' | 'stages'>, values: Fields, making = false): readonly FormSection[] {
  const found = new Map<string, MasterField[]>();
  for (const field of def.fields) {
    if (!isVisible(field, values) || (making && isMadeLater(def, field.name))) continue;
    const name = field.section ?? 'general';
    found.set(name, [...(found.get(name) ?? []), field]);
  }
  return [...found].map(([name, fields]) => ({ name, fields }));
}

/** What is wrong, first problem of each place. */
export function problemsOf(def: MasterDef, values: Fields, about: { readonly today: string; readonly before: Fields | null }): readonly Problem[] {
  const raw = filled(values);
  const auto = def.autoCode && raw.vCode === undefined && about.before === null;
  const checked = def.check(auto ? { ...raw, vCode: `${def.autoCode.prefix}0`.padEnd(def.autoCode.prefix.length + def.autoCode.digits, '0') } : raw, about);
  const seen = new Set<string>();
  return (checked.problems ?? []).filter(({ field }) => !seen.has(field) && seen.add(field));
}

/** A new record takes it from the one it names, or a step in its life writes it down. */
function isMadeLater({ takes, stages }: Pick<MasterDef, 'takes' | 'stages'>, name: string): boolean {
  return takes?.fields.includes(name) === true || Object.values(stages?.actions ?? {}).some(({ stamps }) => stamps === name);
}
