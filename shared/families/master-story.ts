import type { Story, StoryStep } from '../core/stream.ts';
import type { Fields, MasterDef } from './master-def.ts';
import type { MasterField } from './master-field.ts';
import { secretsOf } from '../streams/masters/secret.ts';

/**
 * Commands for the whole life of a record, after creating what it refers to: create, update, deactivate and
 * reactivate or move through its stages, cancel. Ids are the first of each kind.
 */
export function masterStory(def: MasterDef, defOf: (kind: string) => MasterDef | undefined): Story {
  const steps: StoryStep[] = [];
  const made = new Set<string>();
  const make = (one: MasterDef): void => {
    if (made.has(one.kind)) return;
    made.add(one.kind);
    for (const kind of new Set(lookups(one.fields, one.example))) {
      const other = defOf(kind);
      if (other) make(other);
    }
    if (one.source) steps.push(...one.source.story);
    else
      steps.push({
        as: 'system',
        stream: `master-${one.kind}-1`,
        command: 'create',
        input: { fields: one.example },
      });
    const activate =
      one.stages &&
      Object.entries(one.stages.actions).find(
        ([, action]) => action.from.includes(one.stages!.initial) && one.stages!.active.includes(action.to),
      );
    if (activate && !one.stages!.active.includes(one.stages!.initial) && one !== def)
      steps.push({
        as: 'system',
        stream: `master-${one.kind}-1`,
        command: 'move',
        input: { action: activate[0], reason: 'Ready to be used' },
      });
  };
  make(def);
  if (def.source) return steps;
  const stream = `master-${def.kind}-1`;
  const command = (command: string, input: Fields, as = 'admin'): void =>
    void steps.push({ as, stream, command, input });
  const changed =
    def.fields.find((field) => field.name === 'vDescription') ??
    def.fields.find((field) => def.example[field.name] === undefined && field.kind === 'paragraph');
  if (def.rights.includes('edit') && changed)
    command('update', { fields: { [changed.name]: 'Told by the story' }, reason: 'The story goes on' });
  if (def.checked) {
    const [name = ''] = def.checked.fields;
    const value = String(def.example[name]);
    command('update', { fields: { [name]: `${value} A` } });
    command('confirm', {}, 'manager');
  }
  if (secretsOf(def).length > 0) command('reveal', {});
  if (def.stages) {
    let [stage, cameFrom] = [def.stages.initial, def.stages.initial];
    // Four-eyes transitions continue as another person.
    const others = ['manager', 'lead', 'verifier'];
    const seen = new Set<string>();
    for (let next = step(def, stage, seen); next; next = step(def, stage, seen)) {
      const action = def.stages.actions[next]!;
      command(
        'move',
        { action: next, reason: 'The story goes on' },
        action.notBy || action.notSelf ? (others.shift() ?? 'qa') : 'admin',
      );
      seen.add(next);
      [stage, cameFrom] = [action.back ? cameFrom : action.to, stage];
    }
  } else if (def.rights.includes('edit') && !def.keep) {
    command('deactivate', { reason: 'Not needed just now' });
    command('activate', {});
  }
  if (def.rights.includes('delete') && !def.keep) command('cancel', { reason: 'The story ends' });
  return steps;
}

function step(def: MasterDef, stage: string, seen: ReadonlySet<string>): string | undefined {
  return Object.keys(def.stages!.actions).find(
    (name) => !seen.has(name) && def.stages!.actions[name]!.from.includes(stage),
  );
}

/** Kinds that a record's references name. */
function lookups(fields: readonly MasterField[], values: Fields): string[] {
  return fields.flatMap((field): string[] => {
    const value = values[field.name];
    if (value == null) return [];
    if (field.lookup) return [field.lookup];
    return field.kind === 'rows'
      ? (value as Fields[]).flatMap((line) => lookups(field.fields ?? [], line))
      : [];
  });
}
