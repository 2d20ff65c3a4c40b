import { expect, test } from 'vitest';
import type { WallFace } from '#shared/families/wall.ts';
import { addressOf, pageAt, pageOf, pagesOf, turnsOf } from './turns.ts';

const tiles = Array.from({ length: 8 }, (_, n) => ({ board: `b${n}`, title: { en: '', es: '' } }));
const walls = [
  { name: 'floor', tiles, figures: [] },
  { name: 'care', tiles: [], figures: [] },
] as unknown as readonly WallFace[];

test('given further boards in the address, they follow the first, each once and at most six', () => {
  expect(turnsOf('floor', new URLSearchParams('then=care,floor,store&seconds=30'))).toEqual({
    boards: ['floor', 'care', 'store'],
    everyMs: 30_000,
  });
  expect(turnsOf('floor', new URLSearchParams())).toEqual({ boards: ['floor'], everyMs: 20_000 });
  expect(turnsOf('a', new URLSearchParams('then=b,c,d,e,f,g')).boards).toHaveLength(6);
  expect(turnsOf('a', new URLSearchParams('seconds=1')).everyMs).toBe(10_000);
  expect(turnsOf('a', new URLSearchParams('seconds=soon')).everyMs).toBe(20_000);
});

test('the address that is given out opens the same boards', () => {
  const address = new URL(addressOf(['floor', 'care']), 'http://wall');
  expect(address.pathname).toBe('/wall/floor');
  expect(turnsOf('floor', address.searchParams).boards).toEqual(['floor', 'care']);
  expect(addressOf(['care'])).toBe('/wall/care');
});

test('each page has its turn, the pages of a board one after the other', () => {
  const pages = pagesOf(['floor', 'care'], walls);
  expect(pages).toEqual([
    { board: 'floor', at: 0 },
    { board: 'floor', at: 1 },
    { board: 'care', at: 0 },
  ]);
  const at = (ms: number) => pageAt(pages.length, { everyMs: 20_000 }, ms, null);
  expect([0, 19_999, 20_000, 40_000, 60_000, -1].map(at)).toEqual([0, 0, 1, 2, 0, 2]);
});

test('given a new alarm, its page is shown at once and for a minute', () => {
  const pages = pagesOf(['floor', 'care'], walls);
  const page = pageOf(pages, 'floor', walls[0]!, 'b7');
  expect(page).toBe(1);
  const at = (agoMs: number) => pageAt(pages.length, { everyMs: 20_000 }, 0, { page, agoMs });
  expect([at(0), at(59_000), at(60_000)]).toEqual([1, 1, 0]);
});
