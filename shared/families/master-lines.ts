import type { MasterField } from './master-field.ts';

/**
 * Lines of a record as people write them in a file: `Paracetamol 650 mg; Caffeine 50 mg`. Each line is the
 * name of a record, a number and a unit, which are the field's reference, decimal and choice.
 */
export interface SpacedParts {
  readonly reference: MasterField;
  readonly number: MasterField;
  readonly unit: MasterField;
}
export interface SpacedLine {
  readonly name: string;
  readonly number: string;
  readonly unit: string;
}

export function spacedParts({ spaced, fields = [] }: MasterField): SpacedParts | null {
  if (spaced === undefined) return null;
  const [reference, number, unit] = (['reference', 'decimal', 'choice'] as const).map((kind) =>
    fields.find((one) => one.kind === kind),
  );
  return reference && number && unit ? { reference, number, unit } : null;
}

/** Whether a name can stand in such a line: it must not be taken for two lines. */
export const isPlainName = (name: string): boolean => name.trim() !== '' && !/[;\n]/.test(name);

const isList = (text: string): boolean => text.trimStart().startsWith('[');

/** The lines of a cell; null when it is a list in JSON, as older exports wrote it. */
export function spacedLines(text: string, { unit }: SpacedParts): readonly (SpacedLine | string)[] | null {
  if (isList(text)) return null;
  const units = Object.entries(unit.options ?? {}).flatMap(([value, both]) => [
    value,
    ...Object.values(both),
  ]);
  const ending = [...new Set(units)]
    .sort((a, b) => b.length - a.length)
    .map((one) => one.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('|');
  const line = new RegExp(`^(.+?)\\s+([\\d.,]*\\d)\\s*(${ending})$`, 'iu');
  return text
    .split(/[;\n]/)
    .map((one) => one.trim())
    .filter(Boolean)
    .map((one) => {
      const [, name, number, found] = line.exec(one) ?? [];
      return name === undefined || number === undefined || found === undefined
        ? one
        : { name, number, unit: found };
    });
}
