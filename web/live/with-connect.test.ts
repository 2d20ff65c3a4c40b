import { expect, test } from 'vitest';
import type { FeedOpen, FeedOpened } from '#shared/wire.ts';
import { WithConnect } from './with-connect.ts';

const answer = (seq: number): FeedOpened => ({
  ok: true,
  epoch: 'e',
  seq,
  mode: 'snapshot',
  rows: [],
  scope: {},
  sources: [],
  now: 0,
});

function open(): { it: WithConnect; prompted: FeedOpen[] } {
  const prompted: FeedOpen[] = [];
  const it = new WithConnect(async (frame) => {
    prompted.push(frame);
    return answer(99);
  });
  return { it, prompted };
}

test('an answer of the connect packet is used by the feed, opened before or after', async () => {
  const { it, prompted } = open();
  it.with([{ feed: 'a' }, { feed: 'b', epoch: 'e', seq: 4 }]);
  const a = it.open({ feed: 'a' });
  it.answered('a', answer(1));
  it.answered('b', answer(5));
  expect(await a).toEqual(answer(1));
  expect(await it.open({ feed: 'b', epoch: 'e', seq: 4 })).toEqual(answer(5));
  expect(it.hello()).toEqual([]);
  expect(prompted).toEqual([]);
  expect(await it.open({ feed: 'a' })).toEqual(answer(99)); // a second opening is a request of its own
});

test('feeds unanswered at hello are opened: an older server ignores the packet', async () => {
  const { it, prompted } = open();
  it.with([{ feed: 'a' }]);
  const a = it.open({ feed: 'a' });
  it.hello();
  expect(await a).toEqual(answer(99));
  expect(prompted).toEqual([{ feed: 'a' }]);
});

test('another position than the requested one is opened separately', async () => {
  const { it, prompted } = open();
  it.with([{ feed: 'a', epoch: 'e', seq: 4 }]);
  it.answered('a', answer(5));
  expect(await it.open({ feed: 'a' })).toEqual(answer(99));
  expect(prompted).toEqual([{ feed: 'a' }]);
});

test('feeds that nobody opens are named, so that they are closed again; a refused one is not open', () => {
  const { it } = open();
  it.with([{ feed: 'a' }, { feed: 'b' }]);
  it.answered('a', answer(1));
  it.answered('b', { ok: false, code: 'forbidden', message: 'no' });
  expect(it.hello()).toEqual(['a']);
});

test('a disconnection rejects pending requests', async () => {
  const { it } = open();
  it.with([{ feed: 'a' }]);
  const a = it.open({ feed: 'a' });
  it.down();
  await expect(a).rejects.toThrow('broke');
  it.answered('a', answer(1));
  expect(await it.open({ feed: 'a' })).toEqual(answer(99));
});
