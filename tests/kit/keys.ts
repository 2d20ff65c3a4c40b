import type { Locator, Page } from 'playwright-core';
import { shown } from './seen.ts';

/** Keys that mean something where the focus is, whatever the page offers. */
const ofFocus = /^(?:(?:Shift|Alt|Control)\+)*(?:Tab|Enter|Space|Backspace|Home|End|Arrow\w+)$|^Control\+[acvxz]$/;
/** As the registry of commands writes it (`web/parts/commands/registry.ts`). */
const named = (key: string): string => key.replace('Control+', '$mod+');

/**
 * Presses a key once it can do what it is pressed for: the page offers it now, no dialog is coming or going, and the focus stands still. A
 * sequence, as `g i`, is pressed in one go.
 */
export async function press(page: Page, key: string): Promise<void> {
  await page.waitForFunction(
    async ({ wanted, free }) => {
      const offered = (): boolean => {
        const keys = document.documentElement.dataset['keys']?.split('|') ?? [];
        const focus = document.activeElement;
        const modal = document.querySelector('[role="dialog"][aria-modal="true"]');
        if (free) return true;
        if (wanted === 'Escape') return keys.includes('Escape') || modal !== null || (focus !== null && focus !== document.body);
        // A dialog silences the keys of the page: one that stands while they are offered is about to go.
        if (!keys.includes(wanted) || modal !== null) return false;
        const types = focus instanceof HTMLElement && (focus.isContentEditable || focus.matches('textarea, select, input:not([type="checkbox"], [type="radio"])'));
        return wanted.includes('$mod+') || !types;
      };
      const still = (): boolean =>
        !document
          .getAnimations()
          .some(
            ({ playState, effect }) =>
              playState === 'running' &&
              effect instanceof KeyframeEffect &&
              effect.target?.closest('.mantine-Modal-root, .mantine-Popover-dropdown, .mantine-Menu-dropdown, [role="dialog"]'),
          );
      const at = document.activeElement;
      for (let frame = 0; frame < 3; frame += 1) {
        if (!offered() || !still() || document.activeElement !== at) return false;
        await new Promise(requestAnimationFrame);
      }
      return offered() && document.activeElement === at;
    },
    { wanted: named(key), free: ofFocus.test(key) },
  );
  for (const one of key.split(' ')) await page.keyboard.press(one);
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
  const there = () => target.first().evaluate((element) => element === document.activeElement || element.contains(document.activeElement));
  await target.first().waitFor({ state: 'attached' });
  for (let steps = 0; steps < 150; steps += 1) {
    if (await there()) return;
    await (steps === 0 ? press(page, key) : page.keyboard.press(key));
  }
  throw new Error(`No number of Tabs leads there; the last one led to ${await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 300))}`);
}
