import { isRefusal, type Refusal } from '#shared/core/refusal.ts';
import type { Viewer } from '#shared/core/permission.ts';
import type { MasterDef, Problem } from '#shared/families/master-def.ts';
import type { Supposed, Trial } from '../../store/trial.ts';
import type { CheckedRow } from './check-rows.ts';
import { importTarget, making, makingCommand } from './import-target.ts';

/** Ids that no record has: under each one line of a file is tried. */
const firstTried = 2_000_000_000;

export type TryLine = (row: CheckedRow) => Promise<CheckedRow>;

/**
 * Tries each line that changes a record, or makes one with a stream of its own, by the very commands that will
 * carry it out, as if the lines before it had been carried out, and takes nothing into the log. What they
 * refuse, the report says.
 */
export function openImportTrial(trial: Trial, def: MasterDef, viewer: Viewer, today: string): TryLine {
  const supposed: Supposed = new Map();
  if (!def.source)
    return async (row) => {
      if (row.effect !== 'update') return row;
      for (const [command, input] of changing(row)) {
        const stream = `master-${def.kind}-${row.record}`;
        const refusal = await trial(
          { stream, command, input, viewer, correlationId: 'import-trial' },
          supposed,
        );
        if (isRefusal(refusal))
          return { ...row, effect: 'bad', problems: [problemOf(def, refusal, row.line)] };
      }
      return row;
    };
  const { aggregate, instead } = makingCommand(def);
  return async (row) => {
    const made = row.effect === 'create' ? making(def, row.fields, today) : null;
    if (!made) return row;
    const refusal = await trial(
      {
        stream: `${aggregate}-${firstTried + row.line}`,
        command: made.command,
        input: made.input,
        viewer,
        correlationId: 'import-trial',
      },
      supposed,
    );
    if (!isRefusal(refusal)) return row;
    const id = Number((refusal.details as Record<string, unknown> | undefined)?.[instead?.id ?? '']);
    // The number of a record that an earlier line would create is not known yet.
    if (instead && refusal.code === instead.code)
      return { ...row, effect: 'update', record: id > 0 && id < firstTried ? id : null };
    return { ...row, effect: 'bad', problems: [problemOf(def, refusal, row.line)] };
  };
}

/** The commands that a line sends to the record it changes. */
export const changing = ({
  fields,
  iStatus,
}: Pick<CheckedRow, 'fields' | 'iStatus'>): readonly (readonly [
  'update' | 'activate' | 'deactivate',
  object,
])[] => [
  ...(Object.keys(fields).length > 0 ? [['update', { fields }] as const] : []),
  ...(iStatus === null ? [] : [[iStatus === 1 ? 'activate' : 'deactivate', {}] as const]),
];

/** The refusal of a command in terms of the file: its columns, and the earlier line with the same value. */
function problemOf(def: MasterDef, { code, field = '', details = {} }: Refusal, line: number): Problem {
  const column = importTarget(def).fields.find(
    ({ name }) => name === field || name.slice(1).toLowerCase() === field.toLowerCase(),
  );
  const told = Object.values(details).find(
    (value) => typeof value === 'number' && value > firstTried && value < firstTried + line,
  );
  if (told !== undefined)
    return { code: 'fileTwice', field: column?.name ?? field, details: { n: Number(told) - firstTried } };
  return {
    code,
    field: column?.name ?? field,
    details: Object.fromEntries(
      Object.entries(details).filter(([, value]) => typeof value === 'string' || typeof value === 'number'),
    ) as Readonly<Record<string, string | number>>,
  };
}
