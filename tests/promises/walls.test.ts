import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wallRights } from '#server/access/devices.ts';
import { allWalls } from '#server/core/registers.ts';
import type { Viewer } from '#shared/core/permission.ts';
import { services } from '#shared/core/view.ts';
import { figureValue } from '#shared/families/wall-figures.ts';
import type { WallMark } from '#shared/families/wall-marks.ts';
import { openTestServer, type TestServer } from '#tests/kit/server.ts';

let test: TestServer;
let everywhere: Viewer;
let nowhere: Viewer;

/** A screen that an administrator pairs, for some places or for all of them. */
async function paired(poos: readonly number[] | null): Promise<Viewer> {
  const { access } = test.server;
  const wish = { name: 'A wall', kind: 'wall', rights: wallRights, poos, madeBy: 1 } as const;
  const { code } = await access.devices.pair(wish);
  const device = await access.devices.claim(code, () => undefined);
  return (await access.viewerOf({ cookie: null, token: device!.token }))!;
}

beforeAll(async () => {
  test = await openTestServer();
  everywhere = await paired(null);
  nowhere = await paired([999]);
});
afterAll(() => test?.close());

const rowsOf = (feed: string, viewer: Viewer): readonly Readonly<Record<string, unknown>>[] =>
  test.server.hub.rows(feed, viewer)!.rows;
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const states = ['waiting', 'held', 'question', 'working', 'onBreak'];

/** What is wrong with a field, by its kind: a number, an instant, or a name of the program. */
function wrong([name, value]: readonly [string, unknown], boards: readonly string[]): boolean {
  switch (name) {
    case 'id': {
      const known = new Set<string>([
        ...boards,
        ...services,
        'service',
        'views',
        'parcel',
        'pick',
        'decided',
        'dayEnds',
      ]);
      return !String(value)
        .split(':')
        .every((part) => /^\d+$/.test(part) || known.has(part));
    }
    case 'board':
      return !boards.includes(String(value));
    case 'state':
      return !states.includes(String(value));
    case 'since':
      return !instant.test(String(value));
    case 'warnAt':
    case 'breachAt':
    case 'reachedAt':
      return value !== null && !instant.test(String(value));
    case 'paise':
    case 'amount':
      return typeof value !== 'number';
    default:
      return true;
  }
}

describe.each(allWalls())('the wall $name', ({ name, boards, figures, tiles, feed }) => {
  it('opens for a paired screen, which receives numbers, instants and names of boards only', () => {
    const rows = rowsOf(feed.name, everywhere);
    expect(rows.length).toBeGreaterThan(0);
    const found = rows.flatMap((row) => Object.entries(row).filter((field) => wrong(field, boards)));
    expect(found).toEqual([]);
  });

  it('names every board that a figure lists', () => {
    const unnamed = figures.flatMap((figure) =>
      figure.kind === 'boards'
        ? [figure.of].flat().filter((board) => !figure.titles[board]?.en || !figure.titles[board].es)
        : [],
    );
    expect(unnamed).toEqual([]);
  });

  it('shows a figure of the demo, and at most six', () => {
    const marks = rowsOf(feed.name, everywhere) as unknown as readonly WallMark[];
    expect(figures.length).toBeLessThanOrEqual(6);
    const counted = new Set([...figures.flatMap(({ of }) => of), ...tiles.map(({ board }) => board)]);
    expect(marks.some(({ board }) => counted.has(board))).toBe(true);
    const values = figures.map((figure) => figureValue(figure, marks, test.clock.now()));
    expect(values.filter((value) => value !== null && !Number.isFinite(value))).toEqual([]);
    // A healthy system has nothing to count but zeros.
    const least = name === 'system' ? 0 : 1;
    if (figures.length > 0) expect(values.some((value) => value !== null && value >= least)).toBe(true);
  });

  it('counts nothing at a place where nothing is', () => {
    const rows = rowsOf(feed.name, nowhere);
    expect(rows.length).toBe(name === 'system' ? rowsOf(feed.name, everywhere).length : 0);
  });
});

it('every wall has its own name, and its figures and boards too', () => {
  const names = allWalls().map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const { figures, boards } of allWalls()) {
    expect(new Set(figures.map(({ name }) => name)).size).toBe(figures.length);
    expect(new Set(boards).size).toBe(boards.length);
  }
});
