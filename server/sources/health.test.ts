import { expect, test } from 'vitest';
import { openHealth, stateOf } from './health.ts';

const poll = 15_000;
const at = (ms: number) => stateOf({ okAt: 0, failures: 0, thirdAt: null, openedAt: 0 }, poll, ms);

test('live, late after two periods, stale after 90 s, down after ten minutes', () => {
  expect(at(29_999)).toEqual({ state: 'live', since: 0 });
  expect(at(30_000)).toEqual({ state: 'late', since: 30_000 });
  expect(at(89_999)).toEqual({ state: 'late', since: 30_000 });
  expect(at(90_000)).toEqual({ state: 'stale', since: 90_000 });
  expect(at(599_999)).toEqual({ state: 'stale', since: 90_000 });
  expect(at(600_000)).toEqual({ state: 'down', since: 600_000 });
});

test('three failures make a service stale early; one never reached is late, not live', () => {
  expect(stateOf({ okAt: 0, failures: 3, thirdAt: 20_000, openedAt: 0 }, poll, 20_000)).toEqual({
    state: 'stale',
    since: 20_000,
  });
  expect(stateOf({ okAt: 0, failures: 2, thirdAt: null, openedAt: 0 }, poll, 20_000).state).toBe('live');
  expect(stateOf({ okAt: null, failures: 0, thirdAt: null, openedAt: 0 }, poll, 1).state).toBe('late');
});

test('listeners get each change once, and embedded services are always live', () => {
  let now = 0;
  const health = openHealth({ clock: { now: () => now }, outside: new Set(['customer']), pollMs: poll });
  const changes: string[] = [];
  health.onChange((service) => changes.push(`${service} ${health.of([service])[0]!.state}`));
  health.note('customer', 'ok');
  for (now = 0; now <= 700_000; now += 1_000) {
    health.of(['customer', 'lead']);
    health.check();
  }
  expect(changes).toEqual(['customer live', 'customer late', 'customer stale', 'customer down']);
  health.note('customer', 'ok');
  expect(changes.at(-1)).toBe('customer live');
  expect(health.of(['lead'])).toEqual([{ service: 'lead', state: 'live', since: new Date(0).toISOString() }]);
});

test('a restart remembers when a service last answered', () => {
  const health = openHealth({ clock: { now: () => 1_000_000 }, outside: new Set(['lead']), pollMs: poll });
  health.learn('lead', { okAt: 1_000_000 - 100_000, failures: 0, thirdAt: null });
  expect(health.of(['lead'])[0]).toMatchObject({ state: 'stale' });
});

test('a node that does not poll follows the polling node, and older news does not revert it', () => {
  let now = 0;
  const health = openHealth({ clock: { now: () => now }, outside: new Set(['lead']), pollMs: poll });
  now = 700_000;
  health.check();
  expect(health.of(['lead'])[0]).toMatchObject({ state: 'down' });
  health.learn('lead', { okAt: 695_000, failures: 0, thirdAt: null });
  expect(health.of(['lead'])[0]).toMatchObject({ state: 'live' });
  health.learn('lead', { okAt: 100_000, failures: 0, thirdAt: null });
  expect(health.of(['lead'])[0]).toMatchObject({ state: 'live' });
  health.learn('lead', { okAt: 695_000, failures: 3, thirdAt: 699_000 });
  expect(health.of(['lead'])[0]).toMatchObject({ state: 'stale' });
});
