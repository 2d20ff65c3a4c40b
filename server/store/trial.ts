import { businessDay } from '#shared/core/day.ts';
import { streamKey, streamName, type NewEvent } from '#shared/core/event.ts';
import { may } from '#shared/core/permission.ts';
import { isRefusal, refuse, type Refusal } from '#shared/core/refusal.ts';
import type { Ctx } from '#shared/core/stream.ts';
import type { Order } from '../house.ts';
import { actorOf, badInput, type HandleParts } from './handle.ts';

/** What a command to an existing stream would come to now: the events it would write, or its refusal. Writes nothing and uses up no number. */
export type Trial = (command: Pick<Order, 'stream' | 'command' | 'input' | 'viewer' | 'correlationId'>) => Promise<readonly NewEvent[] | Refusal>;

/** For commands whose prepare hook, if any, only reads. */
export function openTrial({
  states,
  clock,
  directory,
  streams,
  prepare,
  newId,
}: Pick<HandleParts, 'states' | 'clock' | 'directory' | 'streams' | 'prepare' | 'newId'>): Trial {
  return async (order) => {
    const { stream, viewer } = order;
    const def = streams.get(streamName(stream));
    const command = def?.commands[order.command];
    if (!def || !command) return refuse('unknownCommand', 404, { command: `${streamName(stream)}/${order.command}` });
    if (!may(viewer, command.need).ok) return refuse('forbidden', 403);
    const parsed = command.input.safeParse(order.input);
    if (!parsed.success) return badInput(parsed.error);
    const { state, version } = await states.load(stream);
    if (version === 0) return refuse('notFound', 404);
    const now = clock.now();
    const key = streamKey(stream);
    const glance = { now, today: businessDay(now), actor: actorOf(viewer), viewer, directory, id: key };
    const reads = Object.entries(command.reads?.(parsed.data, state, glance) ?? {});
    const read = Object.fromEntries(await Promise.all(reads.map(async ([short, other]) => [short, (await states.load(other)).state] as const)));
    const prepared = await prepare[`${def.name}/${order.command}`]?.({ ...order, key }, parsed.data, state, read);
    if (isRefusal(prepared)) return prepared;
    const ctx: Ctx & { id: string } = {
      ...glance,
      may: (permission) => may(viewer, permission).ok,
      newId,
      newNumber: () => Number.MAX_SAFE_INTEGER,
      read,
      prepared,
    };
    const decision = command.decide(state, parsed.data, ctx);
    if (isRefusal(decision)) return decision;
    return 'events' in decision ? decision.events : decision;
  };
}
