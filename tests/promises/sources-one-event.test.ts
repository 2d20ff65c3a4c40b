import type { AnyEvent } from '#tests/kit/any-event.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPoller, type Poller } from '#server/sources/poll.ts';
import type { Service } from '#shared/core/view.ts';
import type { SourceMessage } from '#shared/wire.ts';
import { openSourcesServer, type SourcesServer } from '#tests/kit/sources-server.ts';
import { openStub, serveList, type StubService } from '#tests/kit/stub-service.ts';

/**
 * P05: poller and webhook reporting the same change give one event, whether they are late, repeated, shuffled
 * or missing. Also P06: the final state is the newest.
 */
let it: SourcesServer;
let stub: StubService;
let poller: Poller;
const world = new Map<number, SourceMessage>();
beforeAll(async () => {
  stub = await openStub(serveList('/lead/api/v2/lead', () => [...world.values()]));
  it = await openSourcesServer({ outside: new Set<Service>(['lead']) });
  poller = openPoller(it.server, it.health, {
    urls: new Map([['lead' as Service, stub.url]]),
    pollMs: 3_600_000,
    onError: (error) => {
      throw error;
    },
  });
  await poller.pollNow('lead');
});
afterAll(async () => {
  await poller.close();
  await it.close();
  await stub.close();
});

let nextThing = 0;
const history = fc.record({
  versioned: fc.boolean(),
  changes: fc.array(
    fc.record({
      thing: fc.integer({ min: 0, max: 3 }),
      gap: fc.integer({ min: 1, max: 60_000 }),
      delay: fc.integer({ min: 0, max: 120_000 }),
      dropped: fc.integer({ min: 0, max: 9 }).map((n) => n < 3),
      twice: fc.boolean(),
    }),
    { minLength: 1, maxLength: 12 },
  ),
  polls: fc.array(fc.integer({ min: 0, max: 300_000 }), { maxLength: 4 }),
});

test('P05: every change reported by either path is one event; after one whole poll nothing is missing', async () => {
  // A machine that is slow tries fewer histories, each of them whole.
  const until = performance.now() + 12_000;
  await fc.assert(
    fc.asyncProperty(history, async ({ versioned, changes, polls }) => {
      if (performance.now() > until) return;
      world.clear();
      const base = nextThing;
      nextThing += 4;
      const start = it.clock.now();
      const before = it.server.log.head();
      const emitted = new Set<string>();
      const key = (message: SourceMessage): string => `${message.id}@${message.modifiedAt}`;
      const things: { at: number; run: () => Promise<void> }[] = [];
      const versions = new Map<number, number>();
      let at = 0;
      for (const change of changes) {
        at += change.gap;
        const id = base + change.thing;
        const version = (versions.get(id) ?? 0) + 1;
        versions.set(id, version);
        const message: SourceMessage = {
          service: 'lead',
          entity: 'lead',
          id,
          ...(versioned ? { version } : {}),
          modifiedAt: new Date(start + at).toISOString(),
          change: 'changed',
          data: { id, step: version },
        };
        things.push({ at, run: async () => void world.set(id, message) });
        const send = async (): Promise<void> => {
          const { status } = await it.webhook('lead', message);
          expect(status).toBe(200);
          emitted.add(key(message));
        };
        if (!change.dropped)
          things.push(
            { at: at + change.delay, run: send },
            ...(change.twice ? [{ at: at + change.delay + 1_000, run: send }] : []),
          );
      }
      const poll = async (): Promise<void> => {
        for (const message of world.values()) emitted.add(key(message));
        expect(await poller.pollNow('lead')).not.toBeNull();
      };
      for (const when of polls) things.push({ at: when, run: poll });
      for (const step of things.sort((a, b) => a.at - b.at)) {
        it.clock.set(start + step.at);
        await step.run();
      }
      it.clock.set(start + 500_000);
      for (const message of world.values()) emitted.add(key(message));
      expect(await poller.pollNow('lead', true)).not.toBeNull();
      it.clock.set(start + 1_000_000);

      const events: AnyEvent[] = await it.server.log.readAfter(before, 10_000);
      expect(events.map((event) => `${event.data.id}@${event.data.modifiedAt}`).sort()).toEqual(
        [...emitted].sort(),
      );
      for (const [id, message] of world)
        expect((await it.state(`mirror-lead-lead-${id}`)).data).toEqual(message.data);
    }),
    { numRuns: 60 },
  );
});
