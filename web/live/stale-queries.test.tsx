// @vitest-environment jsdom
import { act } from 'react';
import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Failure } from './failure.ts';
import { createQueryClient, QueryClientProvider, useQuery } from './query.ts';
import { useStaleQueries } from './stale-queries.ts';

const read = vi.fn<() => Promise<string>>();
let root: Root;
let place: HTMLElement;

function Screen(): ReactNode {
  const { data, refetch } = useQuery({ queryKey: ['one'], queryFn: read });
  const { stale, again } = useStaleQueries();
  return (
    <>
      <button type="button" onClick={() => void refetch()}>
        {data}
      </button>
      <button type="button" data-again onClick={() => void again()} />
      <p>{stale ? `as of ${stale.since}: ${stale.failure?.message}` : 'fresh'}</p>
    </>
  );
}
const failed = (retryable: boolean): Failure =>
  new Failure({ code: 'notReady', message: 'Not ready.', correlationId: 'c' }, 503, retryable);
const shown = (): string => place.textContent ?? '';
const pass = (ms: number): Promise<void> =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });
const press = async (selector: string): Promise<void> => {
  act(() => place.querySelector<HTMLElement>(selector)?.click());
  await pass(3_000);
};

beforeEach(async () => {
  vi.useFakeTimers({ now: 1_000 });
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  place = document.createElement('div');
  root = createRoot(place);
  read.mockReset().mockResolvedValueOnce('first');
  act(() =>
    root.render(
      <QueryClientProvider client={createQueryClient()}>
        <Screen />
      </QueryClientProvider>,
    ),
  );
  await pass(0);
});
afterEach(() => {
  act(() => root.unmount());
  vi.useRealTimers();
});

test('given an answer that cannot be read again, then it stays with its age, until a later attempt succeeds by itself', async () => {
  expect(shown()).toBe('firstfresh');
  read.mockRejectedValue(failed(true));
  await press('button');
  expect(shown()).toBe('firstas of 1000: Not ready.');
  read.mockResolvedValue('second');
  await pass(16_000);
  expect(shown()).toBe('secondfresh');
});

test('given a refusal, then it is said, and asked again only by the person', async () => {
  read.mockRejectedValue(failed(false));
  await press('button');
  expect(shown()).toBe('firstas of 1000: Not ready.');
  read.mockResolvedValue('second');
  await pass(60_000);
  expect(shown()).toContain('as of');
  await press('[data-again]');
  expect(shown()).toBe('secondfresh');
});
