import type { z } from 'zod';
import { fieldProblems } from './fields.ts';

/**
 * A violation of our forms' rules by a value from the system of record: the path of the field, and the code.
 */
export interface SourceFault {
  readonly field: string;
  readonly code: string;
}

/**
 * The input of a message from a system of record. Values of the fields in `loose` are accepted when only our
 * forms would refuse them, and each is reported as a fault; a value that `loose` refuses too makes the
 * message invalid.
 */
export function takenAsReported<S extends z.ZodRawShape>(
  strict: z.ZodObject<S>,
  loose: z.ZodRawShape & { readonly [K in keyof S]?: z.ZodType },
): z.ZodType<z.output<z.ZodObject<S>> & { readonly faults: readonly SourceFault[] }> {
  const shape: Readonly<Record<string, z.ZodType>> = strict.shape as never;
  return strict.extend(loose).transform((told: Readonly<Record<string, unknown>>) => {
    const faults: SourceFault[] = [];
    const values: Record<string, unknown> = { ...told };
    for (const name of Object.keys(loose)) {
      if (told[name] === undefined || told[name] === null) continue;
      const parsed = shape[name]!.safeParse(told[name]);
      if (parsed.success) values[name] = parsed.data;
      else
        for (const { field, code } of fieldProblems(parsed.error))
          faults.push({ field: field ? `${name}.${field}` : name, code });
    }
    return { ...values, faults };
  }) as never;
}

const same = (one: SourceFault) => (other: SourceFault) =>
  one.field === other.field && one.code === other.code;

/** The faults of a message that are not marked yet, or whose field the message sets again. */
export function newFaults(
  marked: readonly SourceFault[],
  told: readonly SourceFault[],
  set: readonly string[],
): readonly SourceFault[] {
  return told.filter((one) => set.includes(rootOf(one)) || !marked.some(same(one)));
}

/** Faults that remain once these fields are set again. */
export function faultsLeft(marked: readonly SourceFault[], set: readonly string[]): readonly SourceFault[] {
  return marked.some((one) => set.includes(rootOf(one)))
    ? marked.filter((one) => !set.includes(rootOf(one)))
    : marked;
}

/** Faults after further ones are marked, each once. */
export function withFaults(
  marked: readonly SourceFault[],
  more: readonly SourceFault[],
): readonly SourceFault[] {
  return [...marked, ...more.filter((one) => !marked.some(same(one)))];
}

const rootOf = ({ field }: SourceFault): string => field.split('.')[0]!;
