import { maskPhone } from '#shared/core/phone.ts';
import type { MasterDef } from '#shared/families/master-def.ts';
import { maskSecret } from '#shared/streams/masters/secret.ts';
import type { ImportLine } from '#shared/families/master-wire.ts';
import { importTarget } from './import-target.ts';

/** A line of a file as its report shows it: numbers by their last digits, for every reader. */
export function maskedLine<L extends Pick<ImportLine, 'given' | 'changes'>>(def: MasterDef, line: L): L {
  const hidden = new Map(
    [...importTarget(def).fields, ...def.fields]
      .filter((field) => field.kind === 'phone' || field.secret)
      .map((field) => [field.name, field.secret ? maskSecret : (text: unknown) => maskPhone(String(text))]),
  );
  if (hidden.size === 0) return line;
  const mask = (name: string, value: unknown): unknown =>
    value == null || value === '' ? value : (hidden.get(name)?.(value) ?? value);
  return {
    ...line,
    given: Object.fromEntries(
      Object.entries(line.given).map(([name, text]) => [name, String(mask(name, text))]),
    ),
    changes: line.changes.map((one) => ({
      ...one,
      before: mask(one.field, one.before),
      after: mask(one.field, one.after),
    })),
  };
}
