import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPoller, type Poller } from '#server/sources/poll.ts';
import type { Service } from '#shared/core/view.ts';
import type { SourceFact } from '#shared/wire.ts';
import { openSourcesHouse, type SourcesHouse } from '#tests/kit/sources-house.ts';
import { openStub, serveList, type StubService } from '#tests/kit/stub-service.ts';

/** P05: poller and webhook reporting the same change give one event, whatever comes late, twice, shuffled or not at all. P06 rides along: the end is the newest. */
let it: SourcesHouse;
let stub: StubService;
let poller: Poller;
const world = new Map<number, SourceFact>();
beforeAll(async () => {
  stub = await openStub(serveList('/lead/api/v2/lead', () => [...world.values()]));
  it = await openSourcesHouse({ outside: new Set<Service>(['lead']) });
  poller = openPoller(it.house, it.health, {
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

test('P05: every change told by either road is one event; after one whole poll nothing is missing', async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ versioned, changes, polls }) => {
      world.clear();
      const base = nextThing;
      nextThing += 4;
      const start = it.clock.now();
      const before = it.house.log.head();
      const told = new Set<string>();
      const key = (fact: SourceFact): string => `${fact.id}@${fact.modifiedAt}`;
      const things: { at: number; run: () => Promise<void> }[] = [];
      const versions = new Map<number, number>();
      let at = 0;
      for (const change of changes) {
        at += change.gap;
        const id = base + change.thing;
        const version = (versions.get(id) ?? 0) + 1;
        versions.set(id, version);
        const fact: SourceFact = {
          service: 'lead',
          entity: 'lead',
          id,
          ...(versioned ? { version } : {}),
          modifiedAt: new Date(start + at).toISOString(),
          change: 'changed',
          data: { id, step: version },
        };
        things.push({ at, run: async () => void world.set(id, fact) });
        const tell = async (): Promise<void> => {
          const { status } = await it.webhook('lead', fact);
          expect(status).toBe(200);
          told.add(key(fact));
        };
        if (!change.dropped) things.push({ at: at + change.delay, run: tell }, ...(change.twice ? [{ at: at + change.delay + 1_000, run: tell }] : []));
      }
      const poll = async (): Promise<void> => {
        for (const fact of world.values()) told.add(key(fact));
        expect(await poller.pollNow('lead')).not.toBeNull();
      };
      for (const when of polls) things.push({ at: when, run: poll });
      for (const step of things.sort((a, b) => a.at - b.at)) {
        it.clock.set(start + step.at);
        await step.run();
      }
      it.clock.set(start + 500_000);
      for (const fact of world.values()) told.add(key(fact));
      expect(await poller.pollNow('lead', true)).not.toBeNull();
      it.clock.set(start + 1_000_000);

      const events = await it.house.log.readAfter(before, 10_000);
      expect(events.map((event) => `${event.data.id}@${event.data.modifiedAt}`).sort()).toEqual([...told].sort());
      for (const [id, fact] of world) expect((await it.state(`mirror-lead-lead-${id}`)).data).toEqual(fact.data);
    }),
    { numRuns: 60, interruptAfterTimeLimit: 12_000, markInterruptAsFailure: false },
  );
});
