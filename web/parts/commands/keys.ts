import { createKeybindingsHandler } from 'tinykeys';
import { checkNow } from '../theme/appearance.ts';
import { commands, keysOf } from './registry.ts';
import type { CommandRegistry } from './registry.ts';

/** Whether the element takes text input. */
export function takesText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (
    target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  )
    return true;
  return (
    target instanceof HTMLInputElement &&
    !['checkbox', 'radio', 'button', 'submit', 'reset', 'file', 'range', 'color'].includes(target.type)
  );
}

/** Inside a menu or popover, which closes on Esc itself. */
function floats(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest('.mantine-Popover-dropdown, .mantine-Menu-dropdown') !== null
  );
}

function hasModifier(key: string): boolean {
  return /(\$mod|Control|Alt|Meta)\+/.test(key) || /^(Escape|F\d+)$/.test(key);
}

/**
 * Binds every registered key to the window; the registry resolves each key press. `refuse` is called with the
 * reason when the command is unavailable.
 */
export function bindKeys(
  target: Window = window,
  registry: CommandRegistry = commands,
  refuse: (why: string) => void = () => {},
): () => void {
  let handler: EventListener = () => {};
  let bound = '';
  /** A key press that began in a dialog belongs to it, even if the dialog closes before the page sees it. */
  let inDialog = false;
  const begin = (): void => {
    inDialog = registry.active().some(({ scope }) => scope === 'dialog');
  };

  const press =
    (key: string) =>
    (event: KeyboardEvent): void => {
      const command = registry.byKey(key);
      if (!command || event.defaultPrevented || event.isComposing) return;
      const typing = command.typingKeys === key;
      if (inDialog && command.scope !== 'dialog' && !typing) return;
      if (key === 'Escape' && floats(event.target)) return;
      if (takesText(event.target) && !typing && !(command.inFields && hasModifier(key))) return;
      if (!hasModifier(key) && !checkNow().letterKeys && /^.( .)*$/.test(key)) return;
      event.preventDefault();
      if (command.disabled) refuse(command.disabled);
      else command.run();
    };

  /** The root of the page names the keys that do something now, so that nobody who drives the page from outside need guess. */
  const { dataset } = target.document.documentElement;
  const name = (): void => {
    const offered = registry.active().filter((command) => !command.listedOnly);
    dataset['keys'] = [...new Set(offered.flatMap(keysOf))]
      .filter((key) => !registry.byKey(key)?.disabled)
      .join('|');
  };

  const rebind = (): void => {
    name();
    const keys = [
      ...new Set(
        registry
          .list()
          .filter((command) => !command.listedOnly)
          .flatMap(keysOf),
      ),
    ].sort();
    const signature = keys.join('\n');
    if (signature === bound) return;
    bound = signature;
    handler = createKeybindingsHandler(Object.fromEntries(keys.map((key) => [key, press(key)])), {
      ignore: () => false,
    });
  };

  const listen = (event: Event): void => handler(event);
  rebind();
  const off = registry.subscribe(rebind);
  target.addEventListener('keydown', begin, { capture: true });
  target.addEventListener('keydown', listen);
  return () => {
    off();
    delete dataset['keys'];
    target.removeEventListener('keydown', begin, { capture: true });
    target.removeEventListener('keydown', listen);
  };
}

const names: Readonly<Record<string, string>> = {
  Escape: 'Esc',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Control: 'Ctrl',
  Enter: '↵',
};

/** `m` and `KeyM` are drawn as M, `Digit1` as 1. */
const onKey = (part: string): string => {
  const cap = part.replace(/^(Key|Digit)(?=.$)/, '');
  return cap.length === 1 ? cap.toUpperCase() : cap;
};
const macNames: Readonly<Record<string, string>> = { Alt: '⌥', Shift: '⇧' };

function isMac(): boolean {
  return typeof navigator !== 'undefined' && /Mac|iP(hone|ad)/.test(navigator.userAgent);
}

/**
 * A key for display: presses of a sequence, each with its caps: `$mod+k` → [['Ctrl', 'K']], `g q` → [['G'],
 * ['Q']].
 */
export function showKey(key: string, mac = isMac()): readonly (readonly string[])[] {
  return key.split(' ').map((press) => {
    const all = press === '+' ? ['+'] : press.split('+');
    const parts = all.at(-1) === '?' ? all.filter((part) => part !== 'Shift') : all;
    return parts.map((part) =>
      part === '$mod'
        ? mac
          ? '⌘'
          : 'Ctrl'
        : ((mac ? macNames[part] : undefined) ?? names[part] ?? onKey(part)),
    );
  });
}
