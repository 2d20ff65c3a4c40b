import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { NewEntry } from '#web/live/outbox/outbox.ts';
import { give } from './give.ts';
import type { Stop } from './stop.ts';

const given: NewEntry[] = [];
vi.mock('#web/live/outbox/use-outbox.ts', () => ({
  outbox: { add: (entry: NewEntry) => Promise.resolve(void given.push(entry)) },
}));
const stop = { id: 7 } as Stop;
beforeEach(() => void given.splice(0));

describe('a command about a stop', () => {
  it.each([
    ['startTask', ['startTask'], false],
    ['requestLateEarlyStart', ['requestLateEarlyStart'], false],
    ['completeTask', ['completeTask', 'reportNotAtHome'], false],
    ['reportNotAtHome', ['completeTask', 'reportNotAtHome'], false],
    ['recordVisitVitals', ['recordVisitVitals'], true],
    ['addVisitFile', [], false],
  ])('%s takes the place of a refused one of %j; repeated: %s', async (command, once, repeats) => {
    await give(stop, command, {});
    expect(given).toMatchObject([{ aggregate: 'appointment', id: '7', command, once, repeats }]);
  });
});
