import type { Permission } from '../core/permission.ts';
import type { MasterDef, MasterCommand } from './master-def.ts';
import type { MasterField } from './master-field.ts';

/** An action on many records of a master at once; each record succeeds or fails by itself. */
export interface BulkStep {
  /**
   * `update`, `activate`, `deactivate`, `cancel`; `move.<action>` for records with stages; `command.<name>` for
   * records with a stream of their own.
   */
  readonly name: string;
  readonly need: Permission;
  /** Entered once and applied to every record. */
  readonly fields: readonly MasterField[];
  /** One field at a time is changed; the others stay. */
  readonly oneField: boolean;
  readonly reason: 'none' | 'optional' | 'required';
  readonly danger: boolean;
  readonly command?: MasterCommand;
}

/**
 * Every bulk step of a master. Server and client both use it, so the client offers nothing that the server
 * does not know.
 */
export function bulkSteps(def: MasterDef): readonly BulkStep[] {
  return def.source ? (def.commands ?? []).flatMap((command) => commandStep(command)) : plainSteps(def);
}

function commandStep(command: MasterCommand): readonly BulkStep[] {
  const { bulk } = command;
  if (command.creates || bulk === false) return [];
  const fields = bulk ? command.fields.filter(({ name }) => bulk.includes(name)) : command.fields;
  return [
    {
      name: `command.${command.name}`,
      need: command.need,
      fields,
      oneField: bulk !== undefined,
      reason: 'none',
      danger: command.danger ?? false,
      command,
    },
  ];
}

function plainSteps(def: MasterDef): readonly BulkStep[] {
  const step = (name: string, need: Permission, more: Partial<BulkStep> = {}): BulkStep => ({
    name,
    need,
    fields: [],
    oneField: false,
    reason: 'optional',
    danger: false,
    ...more,
  });
  const edits = def.rights.includes('edit');
  const moves = Object.entries(def.stages?.actions ?? {}).filter(
    ([, action]) => action.screen === undefined || action.screen === def.name,
  );
  return [
    ...(edits ? [step('update', def.need('edit'), { fields: changeableTogether(def), oneField: true })] : []),
    ...(edits && !def.stages
      ? [step('activate', def.need('edit')), step('deactivate', def.need('edit'))]
      : []),
    ...moves
      .filter(([, action]) => action.need !== undefined || def.rights.includes(action.right))
      .map(([name, action]) =>
        step(`move.${name}`, action.need ?? def.need(action.right), {
          reason: action.requiresReason ? 'required' : 'optional',
        }),
      ),
    ...(def.rights.includes('delete') ? [step('cancel', def.need('delete'), { danger: true })] : []),
  ];
}

/** Fields that may have the same value in many records. */
function changeableTogether(def: MasterDef): readonly MasterField[] {
  return def.fields.filter(
    (field) =>
      field.kind !== 'rows' &&
      field.kind !== 'file' &&
      !field.readOnly &&
      !field.secret &&
      !field.kept &&
      !def.checked?.fields.includes(field.name) &&
      !field.readOnlyAfterUse &&
      (!def.changeable || def.changeable.includes(field.name)) &&
      !def.uniques.some((rule) => rule.name.split('.').includes(field.name)),
  );
}

/**
 * The fields to enter: all of the step, or the chosen one. A master's own field may be emptied; a command's
 * field may not.
 */
export function requestedOf(
  { fields, oneField, command }: BulkStep,
  chosen: string | undefined,
): readonly MasterField[] {
  return oneField
    ? fields
        .filter(({ name }) => name === chosen)
        .map((field) => ({ ...field, required: command !== undefined }))
    : fields;
}
