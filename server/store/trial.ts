import { businessDay } from '#shared/core/day.ts';
import { streamKey, streamName, type NewEvent, type RecordedEvent } from '#shared/core/event.ts';
import { may } from '#shared/core/permission.ts';
import { isRefusal, refuse, type Refusal } from '#shared/core/refusal.ts';
import type { Ctx } from '#shared/core/stream.ts';
import type { CommandRequest } from '../core/parts.ts';
import { actorOf, badInput, type HandleParts } from './handle.ts';
import { namedRefused, recordsNamed } from './named-records.ts';
import { z } from 'zod';

/** The results of earlier commands of one trial: the states of streams that they would have written. */
export type Supposed = Map<string, unknown>;

/**
 * Runs a command without writing: returns the events it would write, or its refusal, and uses up no number; a
 * new stream is tried under the given id. With `supposed`, each command is decided as if its predecessors had
 * been carried out.
 */
export type Trial = (
  command: Pick<CommandRequest, 'stream' | 'command' | 'input' | 'viewer' | 'correlationId'>,
  supposed?: Supposed,
) => Promise<readonly NewEvent[] | Refusal>;

/** For commands whose preparation, if any, only reads. */
export function openTrial({
  states,
  clock,
  directory,
  streams,
  prepare,
  newId,
}: Pick<HandleParts, 'states' | 'clock' | 'directory' | 'streams' | 'prepare' | 'newId'>): Trial {
  return async (request, supposed) => {
    const { stream, viewer } = request;
    const def = streams.get(streamName(stream));
    const command = def?.commands[request.command];
    if (!def || !command)
      return refuse('unknownCommand', 404, { command: `${streamName(stream)}/${request.command}` });
    const verdict = may(viewer, command.need);
    if (!verdict.ok)
      return refuse('forbidden', 403, { permission: verdict.permission ?? String(command.need) });
    const parsed = z.safeParse(command.input, request.input);
    if (!parsed.success) return badInput(parsed.error);
    const stateOf = async (of: string): Promise<unknown> =>
      supposed?.get(of) ?? (await states.load(of)).state;
    const loaded = await states.load(stream);
    if (loaded.version === 0 && !command.creates) return refuse('notFound', 404);
    const state = await stateOf(stream);
    const now = clock.now();
    const key = streamKey(stream);
    const glance = { now, today: businessDay(now), actor: actorOf(viewer), viewer, directory, id: key };
    const naming = recordsNamed(command, parsed.data);
    const unnamed = await namedRefused({ streams, directory }, naming, viewer, state, async (of) => {
      const found = await states.load(of);
      return supposed?.has(of) ? { version: found.version + 1, state: supposed.get(of) } : found;
    });
    if (unnamed) return unnamed;
    const readAll = async (named: Readonly<Record<string, string>>): Promise<Record<string, unknown>> =>
      Object.fromEntries(
        await Promise.all(
          Object.entries(named).map(async ([short, other]) => [short, await stateOf(other)] as const),
        ),
      );
    const first = await readAll(command.reads?.(parsed.data, state, glance) ?? {});
    const read = {
      ...first,
      ...(await readAll(command.readsNext?.(parsed.data, first, glance, state) ?? {})),
    };
    const prepared = await prepare[`${def.name}/${request.command}`]?.(
      { ...request, key },
      parsed.data,
      state,
      read,
    );
    if (isRefusal(prepared)) return prepared;
    const ctx: Ctx & { id: string } = {
      ...glance,
      may: (permission) => may(viewer, permission).ok,
      newId,
      newNumber: (kind) => (kind === def.name ? Number(key) : Number.MAX_SAFE_INTEGER),
      read,
      prepared,
    };
    const decision = command.decide(state, parsed.data, ctx);
    if (isRefusal(decision)) return decision;
    const events = 'events' in decision ? decision.events : decision;
    if (supposed)
      for (const event of events) {
        const written = event.stream ?? stream;
        const recorded = {
          ...event,
          stream: written,
          version: 0,
          at: new Date(now).toISOString(),
          actor: glance.actor,
        } as unknown as RecordedEvent;
        supposed.set(written, streams.get(streamName(written))!.evolve(await stateOf(written), recorded));
      }
    return events;
  };
}
