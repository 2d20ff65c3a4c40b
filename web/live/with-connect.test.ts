import { expect, test } from 'vitest';
import type { FeedOpen, FeedOpened } from '#shared/wire.ts';
import { WithConnect } from './with-connect.ts';

const answer = (seq: number): FeedOpened => ({ ok: true, epoch: 'e', seq, mode: 'snapshot', rows: [], scope: {}, sources: [], now: 0 });

function open(): { it: WithConnect; asked: FeedOpen[] } {
  const asked: FeedOpen[] = [];
  const it = new WithConnect(async (frame) => {
    asked.push(frame);
    return answer(99);
  });
  return { it, asked };
}

test('an answer that came with the line is taken by whoever opens the feed, before or after', async () => {
  const { it, asked } = open();
  it.with([{ feed: 'a' }, { feed: 'b', epoch: 'e', seq: 4 }]);
  const a = it.open({ feed: 'a' });
  it.answered('a', answer(1));
  it.answered('b', answer(5));
  expect(await a).toEqual(answer(1));
  expect(await it.open({ feed: 'b', epoch: 'e', seq: 4 })).toEqual(answer(5));
  expect(it.hello()).toEqual([]);
  expect(asked).toEqual([]);
  expect(await it.open({ feed: 'a' })).toEqual(answer(99)); // a second opening is a question of its own
});

test('what the greeting finds unanswered is asked: an older server does not read the packet', async () => {
  const { it, asked } = open();
  it.with([{ feed: 'a' }]);
  const a = it.open({ feed: 'a' });
  it.hello();
  expect(await a).toEqual(answer(99));
  expect(asked).toEqual([{ feed: 'a' }]);
});

test('another position than the one that was asked with is asked by itself', async () => {
  const { it, asked } = open();
  it.with([{ feed: 'a', epoch: 'e', seq: 4 }]);
  it.answered('a', answer(5));
  expect(await it.open({ feed: 'a' })).toEqual(answer(99));
  expect(asked).toEqual([{ feed: 'a' }]);
});

test('what nobody opens is named, so that it is closed again; a refused one is not open', () => {
  const { it } = open();
  it.with([{ feed: 'a' }, { feed: 'b' }]);
  it.answered('a', answer(1));
  it.answered('b', { ok: false, code: 'forbidden', message: 'no' });
  expect(it.hello()).toEqual(['a']);
});

test('a line that breaks fails what waits, and the next one begins anew', async () => {
  const { it } = open();
  it.with([{ feed: 'a' }]);
  const a = it.open({ feed: 'a' });
  it.down();
  await expect(a).rejects.toThrow('broke');
  it.answered('a', answer(1));
  expect(await it.open({ feed: 'a' })).toEqual(answer(99));
});
