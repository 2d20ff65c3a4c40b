import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import { businessDay } from '#shared/core/day.ts';
import { streamKey, streamName } from '#shared/core/event.ts';
import { may, type Viewer } from '#shared/core/permission.ts';
import { isRefusal, refuse } from '#shared/core/refusal.ts';
import type { StreamDef } from '#shared/core/stream.ts';
import type { SourceMessage } from '#shared/wire.ts';
import { asked, pageQuery } from '../http/page-query.ts';
import { findDeadLetter, listDeadLetters, markReplayed } from './dead-letters.ts';
import { readMessage } from './message.ts';
import { resourceOf } from './register.ts';
import { Unusable } from './source.ts';
import { commandsOf, takeMessage, type Taking } from './take-message.ts';

const view = 'Dashboard/deadLetters:view';
const edit = 'Dashboard/deadLetters:edit';
const listQuery = pageQuery.extend({
  state: z.enum(['dead', 'replayed', 'all']).default('dead'),
});

/** The routes of the dead letters: list, dry run and replay. */
export function deadLetterRoutes(
  server: Taking,
  streams: ReadonlyMap<string, StreamDef>,
): FastifyPluginAsync {
  return async (app) => {
    app.get('/relay/dead-letters', { config: { need: view } }, async (request) => {
      const query = asked(listQuery, request.query);
      const { items, total } = await listDeadLetters(server.pool, query);
      return { items, total, ...query };
    });

    app.post<{ Params: { id: string } }>(
      '/relay/dead-letters/:id/dry-run',
      { config: { need: edit } },
      async (request) => {
        const letter = await press(server, request.params.id, request.viewer!, 'open', request.correlationId);
        const { payload, ...about } = letter;
        try {
          return {
            letter: about,
            payload,
            effect: await dryRun(server, streams, readMessage(JSON.parse(payload), letter.service)),
          };
        } catch (error) {
          if (error instanceof Unusable || error instanceof SyntaxError)
            return { letter: about, payload, effect: { would: 'dead', reason: error.message } };
          throw error;
        }
      },
    );

    app.post<{ Params: { id: string } }>(
      '/relay/dead-letters/:id/replay',
      { config: { need: edit } },
      async (request) => {
        const letter = await press(
          server,
          request.params.id,
          request.viewer!,
          'replay',
          request.correlationId,
        );
        if (letter.state === 'replayed')
          throw refuse('alreadyReplayed', 409, { by: letter.replayedBy ?? '', at: letter.replayedAt ?? '' });
        let message: SourceMessage;
        try {
          message = readMessage(JSON.parse(letter.payload), letter.service);
        } catch (error) {
          if (error instanceof Unusable || error instanceof SyntaxError)
            throw refuse('cannotReplay', 422, { error: error.message });
          throw error;
        }
        const taken = await takeMessage(server, message, 'replay');
        if (taken.effect === 'dead') throw refuse('cannotReplay', 422, { error: taken.reason ?? '' });
        await markReplayed(server.pool, letter.id, request.viewer!.name, server.clock.now());
        return taken;
      },
    );
  };
}

/** Finds the letter and records who asked for it, before anything is done. */
async function press(
  server: Taking,
  id: string,
  viewer: Viewer,
  command: 'open' | 'replay',
  correlationId: string,
) {
  const letter = await findDeadLetter(server.pool, id);
  if (!letter) throw refuse('notFound', 404);
  const noted = await server.handle({
    stream: `deadletter-${id}`,
    command,
    input: { service: letter.service, reason: letter.reason },
    viewer,
    correlationId,
  });
  if (isRefusal(noted)) throw noted;
  return letter;
}

export type DryRun =
  | {
      readonly would: 'apply';
      readonly events: readonly { readonly stream: string; readonly type: string }[];
    }
  | { readonly would: 'known' }
  | { readonly would: 'dead'; readonly reason: string };

/** What taking the message now would write, decided on the current streams without writing. */
export async function dryRun(
  server: Taking,
  streams: ReadonlyMap<string, StreamDef>,
  message: SourceMessage,
): Promise<DryRun> {
  const known = await server.intake.inbox.receive({ message, webhookId: null, deadId: '', name: null });
  if (known.known) return { would: 'known' };
  const viewer = server.access.sourceViewer(message.service);
  const now = server.clock.now();
  const events: { stream: string; type: string }[] = [];
  const mapped = known.stream ?? `${resourceOf(message.service, message.entity)?.stream ?? ''}-0`;
  for (const request of await commandsOf(server.pool, message, { stream: mapped, fresh: false })) {
    const def = streams.get(streamName(request.stream));
    const command = def?.commands[request.command];
    if (!def || !command)
      return { would: 'dead', reason: `unknownCommand: ${request.stream} ${request.command}` };
    const input = z.safeParse(command.input, request.input);
    if (!input.success)
      return {
        would: 'dead',
        reason: input.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '),
      };
    const load = async (stream: string): Promise<unknown> => {
      const own = streams.get(streamName(stream));
      return own
        ? (await server.log.readStream(stream)).reduce(
            (state, event) => own.evolve(state, event),
            own.initial(streamKey(stream)),
          )
        : undefined;
    };
    const state = await load(request.stream);
    const glance = {
      now,
      today: businessDay(now),
      actor: { kind: viewer.kind, empId: null, name: viewer.name },
      viewer,
      directory: server.access.directory,
      id: streamKey(request.stream),
    };
    const read: Record<string, unknown> = {};
    for (const [short, stream] of Object.entries(command.reads?.(input.data, state, glance) ?? {}))
      read[short] = await load(stream);
    const decision = command.decide(state, input.data, {
      ...glance,
      may: (permission) => may(viewer, permission).ok,
      newId: () => server.newId(),
      newNumber: () => 0,
      read,
      prepared: undefined,
    });
    if (isRefusal(decision)) return { would: 'dead', reason: decision.code };
    for (const event of 'events' in decision ? decision.events : decision)
      events.push({ stream: event.stream ?? request.stream, type: event.type });
  }
  return { would: 'apply', events };
}
