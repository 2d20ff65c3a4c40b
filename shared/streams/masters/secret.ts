import { tailOf } from '../../core/cut.ts';
import type { Permission } from '../../core/permission.ts';
import type { Fields, MasterDef } from '../../families/master-def.ts';
import type { MasterField } from '../../families/master-field.ts';

type Fielded = Pick<MasterDef, 'fields'>;

/** Masks a number as `••••••1234`, for every reader; only the audited `reveal` returns it in full. */
export function maskSecret(value: unknown): string {
  return `••••••${tailOf(String(value), 4)}`;
}

/** Whether a value is the result of {@link maskSecret}. */
export const isMasked = (value: unknown): boolean => typeof value === 'string' && value.startsWith('••');

export function secretsOf(def: Fielded): readonly MasterField[] {
  return def.fields.filter((field) => field.secret !== undefined);
}

/** The fields with every secret masked; the same object when there is none. */
export function withoutSecrets(def: Fielded, fields: Fields): Fields {
  const given = secretsOf(def).filter(({ name }) => fields[name] != null);
  return given.length === 0
    ? fields
    : { ...fields, ...Object.fromEntries(given.map(({ name }) => [name, maskSecret(fields[name])])) };
}

/** Every permission that reveals one of the secrets. */
export function revealNeeds(def: Fielded): readonly Permission[] {
  return [...new Set(secretsOf(def).flatMap(({ secret }) => secret ?? []))];
}
