import type { Story, StoryStep } from '../core/stream.ts';
import type { Fields, MasterDef } from './master-def.ts';
import type { MasterField } from './master-field.ts';

/**
 * A record's whole life in orders, what it refers to made first: made, changed, made inactive and active again or moved
 * through its stages, and cancelled. Numbers are the first of each kind.
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
    else steps.push({ as: 'system', stream: `master-${one.kind}-1`, command: 'create', input: { fields: one.example } });
    const activate =
      one.stages &&
      Object.entries(one.stages.actions).find(([, action]) => action.from.includes(one.stages!.initial) && one.stages!.active.includes(action.to));
    if (activate && !one.stages!.active.includes(one.stages!.initial) && one !== def)
      steps.push({ as: 'system', stream: `master-${one.kind}-1`, command: 'move', input: { action: activate[0], reason: 'Ready to be used' } });
  };
  make(def);
  if (def.source) return steps;
  const stream = `master-${def.kind}-1`;
  const order = (command: string, input: Fields, as = 'admin'): void => void steps.push({ as, stream, command, input });
  const changed =
    def.fields.find((field) => field.name === 'vDescription') ?? def.fields.find((field) => def.example[field.name] === undefined && field.kind === 'note');
  if (def.rights.includes('edit') && changed) order('update', { fields: { [changed.name]: 'Told by the story' }, reason: 'The story goes on' });
  if (def.stages) {
    let [stage, cameFrom] = [def.stages.initial, def.stages.initial];
    // Where another pair of eyes is asked for, another person goes on.
    const others = ['manager', 'lead', 'verifier'];
    const seen = new Set<string>();
    for (let next = step(def, stage, seen); next; next = step(def, stage, seen)) {
      const action = def.stages.actions[next]!;
      order('move', { action: next, reason: 'The story goes on' }, action.notBy || action.notSelf ? (others.shift() ?? 'qa') : 'admin');
      seen.add(next);
      [stage, cameFrom] = [action.back ? cameFrom : action.to, stage];
    }
  } else if (def.rights.includes('edit') && !def.keep) {
    order('deactivate', { reason: 'Not needed just now' });
    order('activate', {});
  }
  if (def.rights.includes('delete') && !def.keep) order('cancel', { reason: 'The story ends' });
  return steps;
}

function step(def: MasterDef, stage: string, seen: ReadonlySet<string>): string | undefined {
  return Object.keys(def.stages!.actions).find((name) => !seen.has(name) && def.stages!.actions[name]!.from.includes(stage));
}

/** The kinds that a record's references name. */
function lookups(fields: readonly MasterField[], values: Fields): string[] {
  return fields.flatMap((field): string[] => {
    const value = values[field.name];
    if (value == null) return [];
    if (field.lookup) return [field.lookup];
    return field.kind === 'rows' ? (value as Fields[]).flatMap((line) => lookups(field.of ?? [], line)) : [];
  });
}
