import { isVisible } from '#shared/families/master-check.ts';
import type { Fields, MasterDef, Problem } from '#shared/families/master-def.ts';
import { isMasked, secretsOf } from '#shared/streams/masters/secret.ts';
import type { MasterField } from '#shared/families/master-field.ts';
import { changesOf } from '#shared/streams/masters/changes.ts';

/** Longer forms open on a page of their own. */
const LONG = 14;

export function isLong(def: Pick<MasterDef, 'fields'>): boolean {
  return def.fields.length > LONG || def.fields.filter((field) => field.kind === 'rows').length > 1;
}

/** Drops blank values, so that different kinds of blank compare equal. */
export function filled(values: Fields): Fields {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isBlank(value)));
}

function isBlank(value: unknown): boolean {
  return (
    value === null ||
    value === undefined ||
    (typeof value === 'string' && value.trim() === '') ||
    (Array.isArray(value) && value.length === 0)
  );
}

/** Initial values of a new record. */
export function blankOf(def: Pick<MasterDef, 'fields'>): Fields {
  return Object.fromEntries(
    def.fields.flatMap((field) =>
      field.default === undefined
        ? field.kind === 'yesNo' && field.required
          ? [[field.name, 0]]
          : []
        : [[field.name, field.default]],
    ),
  );
}

/** Fields that differ from the base; null clears one. */
export function changedFields(base: Fields, values: Fields): Fields {
  return changesOf(filled(base), filled(values)).now;
}

/** Merges a concurrent change: untouched fields become theirs, edited ones stay mine. */
export function takeTheirs(
  base: Fields,
  values: Fields,
  theirs: Fields,
): { base: Fields; values: Fields; taken: readonly string[] } {
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

/** Fields of every master that few records need: they follow the record's main fields. */
const minor: ReadonlySet<string> = new Set(['vDescription', 'iSortOrder']);

/** The visible fields by section, in declared order. */
export function sectionsOf(
  def: Pick<MasterDef, 'fields' | 'takes' | 'stages' | 'autoCode'>,
  values: Fields,
  making = false,
): readonly FormSection[] {
  const found = new Map<string, MasterField[]>();
  for (const field of def.fields) {
    if (field.kept || !isVisible(field, values) || (making && isMadeLater(def, field.name))) continue;
    if (making && def.autoCode?.always && field.name === 'vCode') continue;
    const name = field.section ?? 'general';
    found.set(name, [...(found.get(name) ?? []), field]);
  }
  return [...found].map(([name, fields]) => ({
    name,
    fields: [...fields.filter((one) => !minor.has(one.name)), ...fields.filter((one) => minor.has(one.name))],
  }));
}

/** The first problem at each path. */
export function problemsOf(
  def: MasterDef,
  values: Fields,
  about: { readonly today: string; readonly before: Fields | null },
): readonly Problem[] {
  // A number that is shown masked and was not typed again is checked by the server alone.
  const masked = new Set(
    secretsOf(def)
      .filter(({ name }) => isMasked(values[name]) && values[name] === about.before?.[name])
      .map(({ name }) => name),
  );
  const raw = Object.fromEntries(Object.entries(filled(values)).filter(([name]) => !masked.has(name)));
  const auto = def.autoCode && raw.vCode === undefined && about.before === null;
  const checked = def.check(
    auto
      ? {
          ...raw,
          vCode: `${def.autoCode.prefix}0`.padEnd(def.autoCode.prefix.length + def.autoCode.digits, '0'),
        }
      : raw,
    about,
  );
  const seen = new Set<string>();
  return (checked.problems ?? []).filter(
    ({ field }) => !masked.has(field) && !seen.has(field) && seen.add(field),
  );
}

/** A new record copies it from a reference, or a later transition sets it. */
function isMadeLater({ takes, stages }: Pick<MasterDef, 'takes' | 'stages'>, name: string): boolean {
  return (
    takes?.fields.includes(name) === true ||
    Object.values(stages?.actions ?? {}).some(({ stamps }) => stamps === name)
  );
}
