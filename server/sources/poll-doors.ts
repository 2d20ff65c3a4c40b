import type { FastifyPluginAsync } from 'fastify';
import { may } from '#shared/core/permission.ts';
import { services, type Service } from '#shared/core/view.ts';
import type { AskedPoll } from '#shared/operations.ts';
import { everyService, isPolling, keepers, noPoll } from '#shared/streams/core/servicepoll.ts';
import type { House } from '../house.ts';
import { askedPollsView } from './asked-polls.ts';

/** How the services that this viewer may have read stand: whether there is somebody outside to ask, who asked last and what came. */
export function pollDoors({ clock, views }: Pick<House, 'clock' | 'views'>, outside: ReadonlySet<Service>): FastifyPluginAsync {
  return async (app) => {
    app.get('/relay/polls', { config: { need: [everyService, ...Object.values(keepers)] } }, async (request): Promise<{ items: readonly AskedPoll[] }> => {
      const rows = views.get(askedPollsView).rows;
      const theirs = services.filter((service) => may(request.viewer!, keepers[service] ? [everyService, keepers[service]] : everyService).ok);
      return {
        items: theirs.map((service) => {
          const row = rows.get(service) ?? noPoll;
          return { service, lives: outside.has(service) ? 'outside' : 'inside', running: isPolling(row, clock.now()), ...row };
        }),
      };
    });
  };
}
