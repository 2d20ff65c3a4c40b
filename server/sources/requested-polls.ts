import type { EventOf } from '#shared/core/stream.ts';
import type { servicepoll } from '#shared/streams/core/servicepoll.ts';
import { cutText } from '#shared/core/cut.ts';
import { streamKey } from '#shared/core/event.ts';
import { defineView, services, type Service } from '#shared/core/view.ts';
import {
  evolvePoll,
  isPolling,
  noPoll,
  type PollEnd,
  type ServicePoll,
} from '#shared/streams/core/servicepoll.ts';
import { isRefusal } from '#shared/core/refusal.ts';
import type { ServerParts } from '../core/parts.ts';
import type { LeaderLease } from '../store/leader-lease.ts';
import type { Poller } from './poll.ts';

/** By service: who last requested a poll, and how it ended. */
export const requestedPollsView = defineView<ServicePoll, EventOf<typeof servicepoll>>({
  name: 'asked-polls',
  version: 1,
  streams: ['servicepoll'],
  ids: (event) => [streamKey(event.stream)],
  row: (before, event) => evolvePoll(before ?? noPoll, event),
});

type Parts = Pick<ServerParts, 'clock' | 'views' | 'handle' | 'access' | 'newId'> & {
  readonly poller: Pick<Poller, 'pollNow' | 'status'>;
  readonly outside: ReadonlySet<Service>;
  readonly leader: LeaderLease;
};

/** Carries out requested polls, whichever node received the request, and records how each ended. */
export function openRequestedPolls({ clock, views, handle, access, newId, poller, outside, leader }: Parts): {
  run(): Promise<void>;
} {
  const underWay = new Set<Service>();

  /** Null when another node holds the lease by now and polls instead. */
  const read = async (service: Service): Promise<PollEnd | null> => {
    const brought = await poller.pollNow(service);
    if (brought === null && leader.term() === null) return null;
    if (brought === null)
      return {
        ok: false,
        error: cutText(poller.status().find((one) => one.service === service)?.lastError ?? '', 500),
      };
    return { ok: true, items: sum(brought, 'items'), applied: sum(brought, 'applied') };
  };

  const carryOut = async (service: Service): Promise<void> => {
    underWay.add(service);
    try {
      const input = await read(service);
      if (input === null) return;
      const viewer = access.systemViewer('sources');
      const noted = await handle({
        stream: `servicepoll-${service}`,
        command: 'end',
        input,
        viewer,
        correlationId: newId(),
      });
      if (isRefusal(noted)) throw new Error(`servicepoll-${service} end: ${noted.code}`);
    } finally {
      underWay.delete(service);
    }
  };

  return {
    async run() {
      const rows = views.get(requestedPollsView).rows;
      const requested = services.filter((service) => {
        const row = rows.get(service);
        return (
          outside.has(service) && !underWay.has(service) && row !== undefined && isPolling(row, clock.now())
        );
      });
      await Promise.all(requested.map(carryOut));
    },
  };
}

function sum(
  brought: readonly { readonly items: number; readonly applied: number }[],
  what: 'items' | 'applied',
): number {
  return brought.reduce((total, one) => total + one[what], 0);
}
