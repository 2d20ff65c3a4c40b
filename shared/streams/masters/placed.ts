import type { NewEvent } from '../../core/event.ts';
import { isRefusal } from '../../core/refusal.ts';
import type { CommandDef, Ctx } from '../../core/stream.ts';
import type { Fields, MasterDef } from '../../families/master-def.ts';
import { boundOf } from './scope.ts';
import { withChanges, type MasterState } from './state.ts';

type Deciding = Ctx & { readonly id: string };
type Commands = Readonly<Record<string, CommandDef<MasterState>>>;

/** Events of records that belong to places carry those places, so that the feed reaches only them. */
export function eachPlaced(kindOf: (id: string) => MasterDef | undefined, commands: Commands): Commands {
  const placed =
    (decide: CommandDef<MasterState>['decide']): CommandDef<MasterState>['decide'] =>
    (state, input, ctx) => {
      const decision = decide(state, input, ctx);
      const def = kindOf(ctx.id);
      if (isRefusal(decision) || !def?.scope) return decision;
      const { events, ...answer } = 'events' in decision ? decision : { events: decision };
      return {
        ...answer,
        events: events.map((event) =>
          event.stream === undefined ? shownWhere(def, state, event, ctx) : event,
        ),
      };
    };
  return Object.fromEntries(
    Object.entries(commands).map(([name, def]) => [name, { ...def, decide: placed(def.decide) }]),
  );
}

/** Adds `bound`, the scope after the event, and `boundBefore` when the event moved the record. */
function shownWhere(def: MasterDef, state: MasterState, event: NewEvent, ctx: Deciding): NewEvent {
  const fields = event.data.fields as Fields | undefined;
  const bound = boundOf(def, fields ? withChanges(state.fields, fields) : state.fields, ctx.directory);
  const before = state.exists ? boundOf(def, state.fields, ctx.directory) : null;
  const moved = before && JSON.stringify(before) !== JSON.stringify(bound);
  return { ...event, data: { ...event.data, bound, ...(moved ? { boundBefore: before } : {}) } };
}
