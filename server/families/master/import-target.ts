import { refuse } from '#shared/core/refusal.ts';
import type { Fields, MasterDef, MasterCommand } from '#shared/families/master-def.ts';
import { defineMaster } from '#shared/families/master.ts';

/**
 * Records with a stream of their own are imported by the command that creates one: its fields are the
 * columns of the file.
 */
const targets = new WeakMap<MasterDef, MasterDef>();

export function importTarget(def: MasterDef): MasterDef {
  if (!def.source) return def;
  let target = targets.get(def);
  if (!target) {
    const command = makingCommand(def);
    target = {
      ...defineMaster({
        route: def.route,
        name: def.name,
        group: def.group,
        entity: def.entity,
        kind: `${def.kind}:new`,
        title: def.title,
        plain: true,
        rights: def.rights,
        fields: command.fields,
        example: {},
      }),
      source: undefined,
      commands: [command],
    };
    targets.set(def, target);
  }
  return target;
}

export function makingCommand(def: MasterDef): MasterCommand {
  const command = def.commands?.find((one) => one.creates);
  if (!command) throw refuse('notFound', 404);
  return command;
}

/** The stream and command for a new record of a file. */
export function making(
  def: MasterDef,
  fields: Fields,
  today: string,
): { stream: string; command: string; input: Readonly<Record<string, unknown>> } | null {
  if (!def.source) return null;
  const command = makingCommand(def);
  return {
    stream: `${command.aggregate}-new`,
    command: command.command,
    input: command.input(fields, today),
  };
}
