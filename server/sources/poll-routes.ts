import type { FastifyPluginAsync } from 'fastify';
import { may } from '#shared/core/permission.ts';
import { services, type Service } from '#shared/core/view.ts';
import type { RequestedPoll } from '#shared/operations.ts';
import { everyService, isPolling, keepers, noPoll } from '#shared/streams/core/servicepoll.ts';
import type { ServerParts } from '../core/parts.ts';
import { requestedPollsView } from './requested-polls.ts';

/**
 * The state of the services that this viewer may poll: whether they are outside, who polled last and with
 * what result.
 */
export function pollRoutes(
  { clock, views }: Pick<ServerParts, 'clock' | 'views'>,
  outside: ReadonlySet<Service>,
): FastifyPluginAsync {
  return async (app) => {
    app.get(
      '/relay/polls',
      { config: { need: [everyService, ...Object.values(keepers)] } },
      async (request): Promise<{ items: readonly RequestedPoll[] }> => {
        const rows = views.get(requestedPollsView).rows;
        const theirs = services.filter(
          (service) =>
            may(request.viewer!, keepers[service] ? [everyService, keepers[service]] : everyService).ok,
        );
        return {
          items: theirs.map((service) => {
            const row = rows.get(service) ?? noPoll;
            return {
              service,
              lives: outside.has(service) ? 'outside' : 'inside',
              running: isPolling(row, clock.now()),
              ...row,
            };
          }),
        };
      },
    );
  };
}
