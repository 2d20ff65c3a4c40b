// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { serverClock } from '#web/locales/server-clock.ts';
import { setAppearance } from '../theme/appearance.ts';
import { bindKeys, showKey } from './keys.ts';
import { CommandRegistry } from './registry.ts';

let registry: CommandRegistry;
let off: () => void;
let refuse: ReturnType<typeof vi.fn<(why: string) => void>>;

function press(key: string, more: KeyboardEventInit = {}, target: EventTarget = document.body): void {
  target.dispatchEvent(
    new KeyboardEvent('keydown', {
      key,
      code: `Key${key.toUpperCase()}`,
      bubbles: true,
      cancelable: true,
      ...more,
    }),
  );
}

beforeEach(() => {
  registry = new CommandRegistry();
  refuse = vi.fn();
  off = bindKeys(window, registry, refuse);
});
afterEach(() => {
  off();
  document.body.replaceChildren();
  setAppearance({ letterKeys: true });
  vi.useRealTimers();
});

test('a key runs its command, in the most particular scope', () => {
  const wide = vi.fn();
  const near = vi.fn();
  registry.add([{ id: 'wide', label: 'Wide', keys: 'e', run: wide }]);
  const leave = registry.add([{ id: 'near', label: 'Near', keys: 'e', scope: 'panel', run: near }]);
  press('e');
  expect([wide.mock.calls.length, near.mock.calls.length]).toEqual([0, 1]);
  leave();
  press('e');
  expect([wide.mock.calls.length, near.mock.calls.length]).toEqual([1, 1]);
});

test('an open dialog silences the rest', () => {
  const run = vi.fn();
  registry.add([{ id: 'next', label: 'Next', keys: 'n', run }]);
  registry.add([{ id: 'yes', label: 'Yes', keys: 'y', scope: 'dialog', run: () => {} }]);
  press('n');
  expect(run).not.toHaveBeenCalled();
});

test('a key for typing works in a field and under a dialog; its plain key does neither', () => {
  const run = vi.fn();
  registry.add([{ id: 'mute', label: 'Mute', keys: 'm', typingKeys: 'Alt+Shift+KeyM', scope: 'panel', run }]);
  const field = document.body.appendChild(document.createElement('input'));
  const both = { altKey: true, shiftKey: true };
  press('m', {}, field);
  press('M', { shiftKey: true }, field);
  // With the control key held as well it is another key, and AltGr types a character.
  press('M', { ...both, ctrlKey: true }, field);
  expect(run).toHaveBeenCalledTimes(0);
  // A Mac types another character with these keys: the place of the key decides.
  press('Â', { ...both, code: 'KeyM' }, field);
  expect(run).toHaveBeenCalledTimes(1);
  registry.add([{ id: 'yes', label: 'Yes', keys: 'y', scope: 'dialog', run: () => {} }]);
  press('m');
  expect(run).toHaveBeenCalledTimes(1);
  press('M', both);
  expect(run).toHaveBeenCalledTimes(2);
  expect(showKey('Alt+Shift+KeyM', false)).toEqual([['Alt', 'Shift', 'M']]);
  expect(showKey('Alt+Shift+Digit3', true)).toEqual([['⌥', '⇧', '3']]);
});

test('the page names the keys that do something now', () => {
  const named = () => document.documentElement.dataset['keys'];
  registry.add([
    { id: 'next', label: 'Next', keys: 'n', scope: 'screen', run: () => {} },
    { id: 'save', label: 'Save', keys: ['$mod+s', 'e'], disabled: 'Nothing has changed', run: () => {} },
    { id: 'open', label: 'Open', keys: 'Enter', listedOnly: true, run: () => {} },
  ]);
  expect(named()).toBe('n');
  const gone = registry.add([
    { id: 'close', label: 'Close', keys: 'Escape', scope: 'dialog', run: () => {} },
  ]);
  expect(named()).toBe('Escape');
  gone();
  expect(named()).toBe('n');
  off();
  expect(named()).toBeUndefined();
});

test('the press that closes a dialog does nothing on the page below it', () => {
  const close = vi.fn();
  registry.add([{ id: 'panel.close', label: 'Close', keys: 'Escape', scope: 'panel', run: close }]);
  const gone = registry.add([
    { id: 'dialog.close', label: 'No', keys: 'Escape', scope: 'dialog', run: () => {} },
  ]);
  // Mantine handles it in the capture phase, so the dialog is gone before the page sees the key.
  window.addEventListener('keydown', gone, { capture: true, once: true });
  press('Escape');
  expect(close).not.toHaveBeenCalled();
  press('Escape');
  expect(close).toHaveBeenCalledOnce();
});

test('letters typed into a field stay letters; a modified key may pass', () => {
  const letter = vi.fn();
  const save = vi.fn();
  registry.add([
    { id: 'next', label: 'Next', keys: 'n', run: letter },
    { id: 'save', label: 'Save', keys: '$mod+s', inFields: true, run: save },
  ]);
  const field = document.body.appendChild(document.createElement('input'));
  press('n', {}, field);
  press('s', { ctrlKey: true }, field);
  expect(letter).not.toHaveBeenCalled();
  expect(save).toHaveBeenCalledOnce();
});

test('a sequence is two presses', () => {
  const go = vi.fn();
  registry.add([{ id: 'go', label: 'Go', keys: 'g q', run: go }]);
  press('q');
  expect(go).not.toHaveBeenCalled();
  press('g');
  press('q');
  expect(go).toHaveBeenCalledOnce();
});

test('without the right nothing happens; unavailable commands say why', () => {
  const run = vi.fn();
  registry.add([
    { id: 'a', label: 'A', keys: 'a', permitted: false, run },
    { id: 'b', label: 'B', keys: 'b', disabled: 'not now', run },
  ]);
  press('a');
  press('b');
  expect(run).not.toHaveBeenCalled();
  expect(refuse.mock.calls).toEqual([['not now']]);
  expect(registry.byId('a')).toBeUndefined();
});

test('a key is named and means something only until its window has run out', () => {
  vi.useFakeTimers();
  const undo = vi.fn();
  const until = serverClock.now() + 30_000;
  registry.add([{ id: 'undo', label: 'Undo', keys: 'z', scope: 'screen', until, run: undo }]);
  const named = (): readonly string[] => registry.list().map(({ id }) => id);
  const heard = vi.fn();
  registry.subscribe(heard);
  vi.advanceTimersByTime(29_000);
  press('z');
  expect(undo).toHaveBeenCalledOnce();
  expect(named()).toEqual(['undo']);
  expect(heard).not.toHaveBeenCalled();
  // A busy machine: the time is over, and no timer has run yet.
  vi.setSystemTime(Date.now() + 2_000);
  press('z');
  expect(undo).toHaveBeenCalledOnce();
  expect(named()).toEqual([]);
  expect(registry.byId('undo')).toBeUndefined();
  vi.advanceTimersByTime(2_000);
  expect(heard).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);
});

test('single letters can be switched off', () => {
  const run = vi.fn();
  registry.add([
    { id: 'n', label: 'N', keys: 'n', run },
    { id: 'k', label: 'K', keys: '$mod+k', run },
  ]);
  setAppearance({ letterKeys: false });
  press('n');
  expect(run).not.toHaveBeenCalled();
  press('k', { ctrlKey: true });
  expect(run).toHaveBeenCalledOnce();
});

test('two meanings of one key in one scope are found', () => {
  registry.add([
    { id: 'one', label: '1', keys: 'x', run: () => {} },
    { id: 'two', label: '2', keys: 'x', run: () => {} },
    { id: 'three', label: '3', keys: 'x', scope: 'panel', run: () => {} },
  ]);
  expect(registry.conflicts()).toEqual(['global x: two, one']);
});

test('keys are shown as on the keyboard', () => {
  expect(showKey('$mod+k', false)).toEqual([['Ctrl', 'K']]);
  expect(showKey('$mod+k', true)).toEqual([['⌘', 'K']]);
  expect(showKey('g q')).toEqual([['G'], ['Q']]);
  expect(showKey('Shift+?')).toEqual([['?']]);
  expect(showKey('Escape')).toEqual([['Esc']]);
});
