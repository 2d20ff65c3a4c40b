import { onSecond, serverClock } from '#web/locales/server-clock.ts';

/** Where a key works. A narrower scope takes precedence; an open dialog disables all others. */
export const scopes = ['global', 'screen', 'grid', 'panel', 'dialog'] as const;
export type Scope = (typeof scopes)[number];

/** One thing a person can do: the source of keys, the `?` sheet, tooltips, menus and the palette. */
export interface Command {
  readonly id: string;
  /** Translated. */
  readonly label: string;
  /** tinykeys notation: `n`, `Shift+?`, `$mod+k`, `g q`; alternatives are separate members. */
  readonly keys?: string | readonly string[];
  readonly scope?: Scope;
  /** Whether this person has the right; without it the command is hidden. */
  readonly permitted?: boolean;
  /** Why it is unavailable now; shown with the command. */
  readonly disabled?: string | null;
  /** Server ms at which its time is over: from then on it does not exist, also when no timer has run yet. */
  readonly until?: number | undefined;
  /** Works while typing in a field as well (only with a modifier). */
  readonly inFields?: boolean;
  /**
   * A key that works while typing in a field and under an open dialog as well. Alt+Shift and the place of a
   * key (`Alt+Shift+KeyM`): Ctrl+Alt is AltGr and the modifier of VoiceOver, Alt and Ctrl+Shift belong to
   * browsers.
   */
  readonly typingKeys?: string;
  /** Not offered in the palette (movements in a list). */
  readonly quiet?: boolean;
  /** Listed only: its key is handled elsewhere (Enter in a list). */
  readonly listedOnly?: boolean;
  readonly run: () => void;
}

export function keysOf(command: Command): readonly string[] {
  return [command.keys ?? [], command.typingKeys ?? []].flat();
}

function nextEnd(commands: readonly Command[], now: number): number {
  return Math.min(...commands.flatMap(({ until }) => (until !== undefined && until > now ? [until] : [])));
}

export class CommandRegistry {
  #commands = new Map<symbol, Command>();
  #listeners = new Set<() => void>();
  #list: readonly Command[] | null = null;
  /** Until when the list holds, and when listeners are next notified that a command ended. */
  #listEnds = Infinity;
  #ends = Infinity;
  #offSecond: (() => void) | null = null;

  add(commands: readonly Command[]): () => void {
    const marks = commands.map((command) => {
      const mark = Symbol(command.id);
      this.#commands.set(mark, command);
      return mark;
    });
    this.#changed();
    return () => {
      for (const mark of marks) this.#commands.delete(mark);
      this.#changed();
    };
  }

  /** All permitted commands, narrower scopes first, newer before older. */
  readonly list = (): readonly Command[] => {
    const now = serverClock.now();
    if (this.#list && now < this.#listEnds) return this.#list;
    const all = [...this.#commands.values()];
    this.#listEnds = nextEnd(all, now);
    this.#list = all
      .reverse()
      .filter((command) => command.permitted !== false && now < (command.until ?? Infinity))
      .sort((a, b) => scopes.indexOf(b.scope ?? 'global') - scopes.indexOf(a.scope ?? 'global'));
    return this.#list;
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Commands of the active scopes: the dialog's alone, else all. */
  active(): readonly Command[] {
    const all = this.list();
    const dialog = all.filter((command) => command.scope === 'dialog');
    return dialog.length > 0 ? dialog : all;
  }

  /** The command that a key triggers now. */
  byKey(key: string): Command | undefined {
    return (
      this.active().find((command) => !command.listedOnly && keysOf(command).includes(key)) ??
      this.list().find(({ typingKeys }) => typingKeys === key)
    );
  }

  byId(id: string): Command | undefined {
    return this.list().find((command) => command.id === id);
  }

  /** Keys with two meanings in one scope; a test asserts that there are none. */
  conflicts(): readonly string[] {
    const seen = new Map<string, string>();
    const twice: string[] = [];
    for (const command of this.list()) {
      for (const key of keysOf(command)) {
        const place = `${command.scope ?? 'global'} ${key}`;
        const other = seen.get(place);
        if (other !== undefined && other !== command.id) twice.push(`${place}: ${other}, ${command.id}`);
        else seen.set(place, command.id);
      }
    }
    return twice;
  }

  #changed(): void {
    this.#list = null;
    this.#ends = nextEnd([...this.#commands.values()], serverClock.now());
    if (this.#ends === Infinity) {
      this.#offSecond?.();
      this.#offSecond = null;
    } else this.#offSecond ??= onSecond(() => serverClock.now() >= this.#ends && this.#changed());
    for (const listener of this.#listeners) listener();
  }
}

export const commands = new CommandRegistry();
