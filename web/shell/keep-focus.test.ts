// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { offerHome } from '#web/parts/focus-home.ts';
import { keepFocus } from './keep-focus.ts';

let leave: () => void;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  document.body.innerHTML =
    '<h1 id="sh-title" tabindex="-1"></h1><button id="list"></button><aside><button id="decide"></button></aside>';
  leave = keepFocus();
});
afterEach(() => {
  leave();
  document.body.replaceChildren();
  vi.useRealTimers();
});

const by = (id: string): HTMLElement => document.getElementById(id)!;
/** Observers are called once the running script has ended. */
async function later(ms: number): Promise<void> {
  await Promise.resolve();
  await vi.advanceTimersByTimeAsync(ms);
}
const focused = (): string => document.activeElement!.id || document.activeElement!.tagName;

test('given a panel with the focus, when it is left, then the focus is on the list that offers itself', async () => {
  const off = offerHome(() => {
    by('list').focus();
    return true;
  });
  by('decide').focus();
  document.querySelector('aside')!.remove();
  await later(200);
  off();
  expect(focused()).toBe('list');
});

test('given a list that has not come back yet, when a document is left, then the focus waits for it', async () => {
  let there = false;
  const off = offerHome(() => {
    if (there) by('list').focus();
    return there;
  });
  by('decide').focus();
  document.querySelector('aside')!.remove();
  await later(600);
  expect(focused()).toBe('BODY');
  there = true;
  await later(200);
  off();
  expect(focused()).toBe('list');
});

test('given nothing that takes it, when what had the focus goes, then the page’s title has it', async () => {
  by('decide').focus();
  document.querySelector('aside')!.remove();
  await later(2_000);
  expect(focused()).toBe('sh-title');
});

test('given a click on nothing, when the page changes, then the focus stays nowhere', async () => {
  by('decide').focus();
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  by('decide').blur();
  document.querySelector('aside')!.remove();
  await later(2_000);
  expect(focused()).toBe('BODY');
});
