import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoPulse, pulseAgents } from '#server/demo/pulse.ts';
import type { CallState } from '#shared/streams/calls/call/state.ts';
import { instantOf } from '#shared/core/day.ts';
import { testNow } from '#tests/kit/test-clock.ts';
import { openTestServer, type TestServer } from '#tests/kit/server.ts';

let app: TestServer;
beforeAll(async () => {
  app = await openTestServer({ env: { SIMULATED_CALL_PERCENT: '1' } });
});
afterAll(() => app?.close());

it('the demo’s agents check in, call, record the outcome and call again, while leads arrive', async () => {
  const faults: unknown[] = [];
  const pulse = demoPulse({ server: app.server, clock: app.clock, onError: (error) => faults.push(error) });
  const from = app.server.log.head();
  const seen = async () => await app.server.log.readAfter(from, 5_000);
  const wanted = ['LeadCreated', 'CheckedIn', 'CallPlaced', 'CallDispositioned'];
  const dispositioned = async (): Promise<number> =>
    (await seen()).filter(
      ({ type, actor }) => type === 'CallDispositioned' && pulseAgents.includes(actor.empId ?? 0),
    ).length;
  for (let turn = 1; turn < 60 && (await dispositioned()) < 2; turn += 1) {
    app.clock.pretend(testNow + turn * 6_000);
    await pulse.tick();
    await app.server.settled();
    // The simulated phone line runs in real time, whatever the clock shows.
    for (const { stream } of (await seen()).filter(({ type }) => type === 'CallPlaced'))
      await expect
        .poll(async () => ((await app.server.states.load(stream)).state as CallState).stage)
        .not.toMatch(/^(dialling|ringing)$/);
  }
  const types = new Set((await seen()).map(({ type }) => type));
  expect(wanted.filter((type) => !types.has(type))).toEqual([]);
  expect(await dispositioned()).toBeGreaterThanOrEqual(2);
  expect(faults).toEqual([]);
});

it('leads come and go and are called at any hour, also in the night to a Sunday', async () => {
  const faults: unknown[] = [];
  const pulse = demoPulse({ server: app.server, clock: app.clock, onError: (error) => faults.push(error) });
  const from = app.server.log.head();
  const sunday = instantOf('2026-11-22', '02:00');
  for (let turn = 0; turn < 30; turn += 1) {
    app.clock.pretend(sunday + turn * 4_000);
    await pulse.tick();
    await app.server.settled();
  }
  const types = (await app.server.log.readAfter(from, 5_000)).map(({ type }) => type);
  expect(types.filter((type) => type === 'LeadCreated').length).toBe(15);
  expect(types.filter((type) => type === 'LeadLost').length).toBeGreaterThanOrEqual(3);
  expect(types).toContain('CallPlaced');
  expect(faults).toEqual([]);
});
