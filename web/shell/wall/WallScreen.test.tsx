// @vitest-environment jsdom
import { act, type ComponentType } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { walls } from 'virtual:walls';
import type { FeedOpened, RawFromServer } from '#shared/wire.ts';
import { hashRows } from '#shared/core/hash.ts';
import { setLanguage, startTranslations } from '#web/locales/translations.ts';
import { Providers } from '../Providers.tsx';
import { addShellTranslations } from '../translations.ts';
import { forgetDevice, keepDevice } from './device.ts';
import { stubBrowser } from '#tests/kit/browser-stubs.ts';

const began = Date.parse('2026-11-18T05:00:00.000Z');
const { tiles: floorTiles } = walls.find(({ name }) => name === 'floor')!;
/** A mark on each page of tiles. */
const marks = Array.from({ length: Math.ceil(floorTiles.length / 6) }, (_, page) => {
  const { board } = floorTiles[page * 6]!;
  const times = { since: '2026-11-18T04:50:00.000Z', warnAt: null, breachAt: null };
  return { id: `${board}:1`, board, state: 'waiting', ...times };
});
const [mark] = marks as [(typeof marks)[number]];
const epoch = 'e';

/** A WebSocket whose other end is the test. */
class Wire {
  static OPEN = 1;
  static last: Wire | null = null;
  readyState = 1;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  constructor() {
    Wire.last = this;
  }
  send(): void {}
  close(): void {}
  receive(frame: RawFromServer): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }
}

type FeedScope = Extract<FeedOpened, { ok: true }>['scope'];

let WallScreen: ComponentType;
let root: Root;
let container: HTMLElement;

beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  stubBrowser();
  await startTranslations();
  addShellTranslations();
  ({ WallScreen } = await import('./WallScreen.tsx'));
});
const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));

/** Opens a wall, whose server answers with these rows. */
async function show(name: string, rows: readonly (typeof mark)[], scope: FeedScope = {}): Promise<void> {
  const router = createMemoryRouter([{ path: '/wall/:name', Component: WallScreen }], {
    initialEntries: [`/wall/${name}`],
  });
  // Another router in the same place would keep the page of the one before.
  await act(async () => root.render(null));
  await act(async () => root.render(<Providers>{<RouterProvider router={router} />}</Providers>));
  await act(async () => {
    const now = Date.now();
    Wire.last!.receive({ type: 'hello', now, version: '1' });
    const feed = `wall/${name}`;
    const answer = {
      ok: true,
      epoch,
      seq: 5,
      mode: 'snapshot',
      rows,
      scope,
      sources: [],
      now,
    } as const;
    Wire.last!.receive({ type: 'feed:opened', feed, ...answer });
  });
  // The second that is shown follows the clock a moment later.
  await pass(1_000);
}

beforeEach(async () => {
  vi.useFakeTimers({ now: began });
  vi.stubGlobal('WebSocket', Wire);
  keepDevice('dev_token');
  container = document.body.appendChild(document.createElement('div'));
  root = createRoot(container);
  await show('floor', marks);
});
afterEach(async () => {
  await act(async () => setLanguage('en'));
  act(() => root.unmount());
  container.remove();
  forgetDevice();
  vi.useRealTimers();
});

/** The count of the only board of the page with a mark; every other board shows 0. */
const figure = (): string =>
  [...container.querySelectorAll('.wall-number')]
    .map((one) => one.firstChild!.textContent ?? '')
    .find((text) => text !== '0') ?? '0';
const isOld = (): boolean => container.querySelector('main.wall')!.hasAttribute('data-old');

test('given a recent frame, then the board shows its counts', () => {
  expect(figure()).toBe('1');
  expect(isOld()).toBe(false);
});

test('given no frame for two minutes, then counts are replaced by the time of the last one', async () => {
  await pass(119_000);
  expect(figure()).toBe('1');
  await pass(3_000);
  expect(isOld()).toBe(true);
  expect(
    [...container.querySelectorAll('.wall-number, .wall-tile dd')]
      .map((one) => one.firstChild?.textContent)
      .filter((text) => /\d/.test(text ?? '')),
  ).toEqual([]);
  expect(container.querySelector('[role=status]')?.textContent).toMatch(/10:30:00/);
});

test('given frames that do not confirm the rows, then the counts still grow stale', async () => {
  for (let i = 0; i < 9; i += 1) {
    await pass(15_000);
    await act(async () => Wire.last!.receive({ type: 'pong' }));
  }
  expect(isOld()).toBe(true);
  expect(figure()).toBe('–');
});

test('given a frame that the rows are still right, then they stay, and for two minutes more', async () => {
  await pass(110_000);
  const now = began + 110_000;
  const hash = hashRows(new Map(marks.map((one) => [one.id, one])));
  await act(async () =>
    Wire.last!.receive({ type: 'feed:state', feed: 'wall/floor', epoch, seq: 5, hash, sources: [], now }),
  );
  await pass(110_000);
  expect(figure()).toBe('1');
  await pass(15_000);
  expect(figure()).toBe('–');
});

const texts = (selector: string): readonly string[] =>
  [...container.querySelectorAll(selector)].map((one) => one.textContent ?? '');

test.each(walls.flatMap((wall) => (['en', 'es'] as const).map((language) => ({ ...wall, language }))))(
  'the wall $name has its title and every label in the language of the screen: $language',
  async ({ name, title, figures, tiles, language }) => {
    await act(async () => setLanguage(language));
    await show(name, []);
    expect(texts('h1')).toEqual([title[language]]);
    const labels = [...figures.map(({ label }) => label), ...tiles.slice(0, 6).map((tile) => tile.title)];
    expect(texts('h2').map((text) => text.split(' ! ')[0])).toEqual(labels.map((label) => label[language]));
    expect(document.title).toBe(`${title[language]} · Ops Console`);
  },
);

test('given a screen that was paired for two places, then it says so', async () => {
  await show('floor', [], { poos: [1, 2] });
  expect(texts('h1')).toEqual(['All queues · 2 places']);
});

test('given a name that no wall has, then the screen says so', async () => {
  await show('floors', []);
  expect(texts('[role=status]')).toEqual(['There is no wall with that name.']);
});

test('given more tiles than fit, then they turn like pages, each of them once', async () => {
  const standing = (): readonly string[] => texts('.wall-tile h2');
  // The page of a second appears a moment into it.
  await pass(100);
  const seen = [standing()];
  const all = floorTiles.map(({ title }) => title.en);
  while (seen.flat().length < all.length) {
    await pass(20_000);
    seen.push(standing());
  }
  expect(seen.map((page) => page.length <= 6)).toEqual(seen.map(() => true));
  expect(seen.flat().toSorted()).toEqual(all.toSorted());
});

test('given nothing overdue, then no tile has a colour; given an overdue mark, then only its tile and figure', async () => {
  const toned = (): readonly string[] =>
    [...container.querySelectorAll('.wall [data-tone]')].map((one) => one.textContent ?? '');
  expect(toned()).toEqual([]);
  await show('floor', [{ ...mark, breachAt: '2026-11-18T04:55:00.000Z' } as never]);
  expect(toned()).toHaveLength(2);
  expect(toned()[1]).toBe('overdue1');
});

test('given two boards in the address, then they follow each other, each over its own connection', async () => {
  await show('floor?then=system', []);
  await pass(100);
  expect(texts('h1')).toEqual(['All queues']);
  const pages = Math.ceil(floorTiles.length / 6);
  await pass(pages * 20_000);
  expect(texts('h1')).toEqual(['System']);
  expect(document.title).toBe('System · Ops Console');
});

test('given a mark that becomes overdue on a hidden page, then its page comes at once; the sound is off until pressed', async () => {
  const last = floorTiles.at(-1)!;
  const soon = { ...mark, board: last.board, breachAt: new Date(began + 8_000).toISOString() };
  await show('floor', [soon as never]);
  expect(texts('.wall-tile h2')).not.toContain(last.title.en);
  await pass(16_000);
  expect(texts('.wall-tile h2')).toContain(last.title.en);
  expect(container.querySelector('.wall-sound')?.getAttribute('aria-pressed')).toBe('false');
});

test('given a mark that was overdue before, then its page waits for its turn', async () => {
  const last = floorTiles.at(-1)!;
  await show('floor', [{ ...mark, board: last.board, breachAt: mark.since } as never]);
  await pass(12_000);
  expect(texts('.wall-tile h2')).not.toContain(last.title.en);
});
