import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isRefusal, refuse } from '#shared/core/refusal.ts';
import type { ServerParts } from '../core/parts.ts';
import { sendRefusal, type HttpParts } from '../http/every-request.ts';
import { mayRead, mayWatch, type Hub } from '../relay/hub.ts';
import type { AsOf } from '../views/as-of.ts';

/** Writes down that the person of this request looked at a patient. */
export type NoteLook = (request: FastifyRequest, patientId: number, screen: string) => Promise<void>;

/**
 * Rows of any feed over HTTP, as this viewer sees them: now, as of an instant (`?at=`), or one by its id. A look
 * at somebody's health is in the log before the row is sent.
 */
export function feedRoutes(
  app: FastifyInstance,
  parts: HttpParts & {
    readonly server: ServerParts;
    readonly hub: Hub;
    readonly asOf: AsOf;
    readonly look: NoteLook;
  },
): void {
  const { server, hub, asOf, look } = parts;
  app.get<{ Params: { group: string; name: string }; Querystring: { at?: string; id?: string } }>(
    '/feeds/:group/:name',
    { config: { need: 'signedIn' } },
    async (request, reply) => {
      const name = `${request.params.group}/${request.params.name}`;
      const viewer = request.viewer!;
      const feed = server.feeds.get(name);
      if (!feed) return sendRefusal(parts, request, reply, refuse('unknownFeed', 404));
      const { at, id } = request.query;
      const single = id !== undefined && at === undefined;
      if (!(single ? mayRead(feed, viewer) : mayWatch(feed, viewer)))
        return sendRefusal(
          parts,
          request,
          reply,
          refuse('forbidden', 403, { permission: String(feed.need) }),
        );
      if (at !== undefined) {
        const past = await asOf.rows(feed, viewer, at);
        if (isRefusal(past)) return sendRefusal(parts, request, reply, past);
        return reply.send({ at, ...past });
      }
      if (id !== undefined) {
        const row = await server.views.read(feed.view, id);
        const seen = row === undefined ? null : feed.see(row, feed.scope(viewer), id);
        if (!seen) return sendRefusal(parts, request, reply, refuse('notFound', 404));
        const looked = feed.looks?.(row, id);
        if (looked) await look(request, looked.patientId, looked.screen);
        return reply.send(seen);
      }
      const now = hub.rows(name, viewer)!;
      return reply.send({ ...now, sources: server.health.of(feed.sources), now: server.clock.now() });
    },
  );
}
