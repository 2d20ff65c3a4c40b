import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { hung } from './patience.ts';
import { shown } from './seen.ts';

/** Keys that mean something where the focus is, whatever the page offers. */
const ofFocus =
  /^(?:(?:Shift|Alt|Control)\+)*(?:Tab|Enter|Space|Backspace|F2|Home|End|Arrow\w+)$|^Control\+[acvxz]$/;
/** As the registry of commands writes it (`web/parts/commands/registry.ts`). */
const named = (key: string): string => key.replace('Control+', '$mod+');

/**
 * Presses a key once it can do what it is pressed for: the page offers it now, no dialog is coming or going, and the focus stands still. A
 * sequence, as `g i`, is pressed in one go.
 */
export async function press(page: Page, key: string): Promise<void> {
  const ready = () => page.evaluate(whether, { key: named(key), free: ofFocus.test(key) });
  await shown(ready, `"${key}" can be pressed`).toBe('now');
  for (const one of key.split(' ')) await page.keyboard.press(one);
}

/** Presses a key whenever the page offers it, until what it is pressed for is there: for what may come by itself, or miss a sequence's one second. */
export async function pressUntil(page: Page, key: string, done: () => Promise<boolean>): Promise<void> {
  await shown(async () => {
    if (
      !(await done()) &&
      (await page.evaluate(whether, { key: named(key), free: ofFocus.test(key) })) === 'now'
    ) {
      for (const one of key.split(' ')) await page.keyboard.press(one);
      await expect.poll(done, { timeout: hung.wait / 20 }).toBe(true);
    }
    return done();
  }, `"${key}" leads where it should`).toBe(true);
}

/** In the page: "now", or why the key would be lost. */
async function whether({ key, free }: { key: string; free: boolean }): Promise<string> {
  const whyNot = (): string | null => {
    const keys = document.documentElement.dataset['keys']?.split('|') ?? [];
    const focus = document.activeElement;
    const modal = document.querySelector('[role="dialog"][aria-modal="true"]');
    const moves = document.getAnimations().some(({ playState, effect }) => {
      const target = effect instanceof KeyframeEffect ? effect.target : null;
      return (
        playState === 'running' &&
        target?.closest(
          '.mantine-Modal-root, .mantine-Popover-dropdown, .mantine-Menu-dropdown, [role="dialog"]',
        )
      );
    });
    if (moves) return 'a dialog is coming or going';
    if (free) return null;
    if (key === 'Escape')
      return keys.includes('Escape') || modal !== null || (focus !== null && focus !== document.body)
        ? null
        : 'nothing to leave';
    if (!keys.includes(key)) return `the page offers ${keys.join(', ')}`;
    // A dialog silences the keys of the page: one that stands while they are offered is about to go.
    if (modal !== null) return 'a dialog is going';
    const types =
      focus instanceof HTMLElement &&
      (focus.isContentEditable ||
        focus.matches('textarea, select, input:not([type="checkbox"], [type="radio"])'));
    return types && !/\$mod\+|Escape/.test(key) ? 'a field has the focus' : null;
  };
  const at = document.activeElement;
  for (let frame = 0; frame < 3; frame += 1) {
    const why = document.activeElement === at ? whyNot() : 'the focus moves';
    if (why !== null) return why;
    await new Promise(requestAnimationFrame);
  }
  return document.activeElement === at ? 'now' : 'the focus moves';
}

/** Ticks a box, or takes its tick away, as a hand on the keyboard does. */
export async function tick(box: Locator, checked = true): Promise<void> {
  await box.waitFor({ state: 'attached' });
  await shown(() => box.isEnabled()).toBe(true);
  await box.focus();
  await shown(() => box.evaluate((element) => element === document.activeElement)).toBe(true);
  if ((await box.isChecked()) !== checked) await press(box.page(), 'Space');
  await shown(() => box.isChecked()).toBe(checked);
}

/** Walks with Tab until it is there, as a hand without a mouse would; a place that cannot be reached fails. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const there = () =>
    target
      .first()
      .evaluate((element) => element === document.activeElement || element.contains(document.activeElement));
  await target.first().waitFor({ state: 'attached' });
  for (let steps = 0; steps < 150; steps += 1) {
    if (await there()) return;
    await (steps === 0 ? press(page, key) : page.keyboard.press(key));
  }
  throw new Error(
    `No number of Tabs leads there; the last one led to ${await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 300))}`,
  );
}
