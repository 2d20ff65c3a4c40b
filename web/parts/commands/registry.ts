import { onSecond, serverClock } from '#web/words/server-clock.ts';

/** Where a key works. A more particular scope wins over a wider one; an open dialog silences all others. */
export const scopes = ['global', 'screen', 'grid', 'panel', 'dialog'] as const;
export type Scope = (typeof scopes)[number];

/** One thing a person can do: feeds the keys, the `?` sheet, tooltips, menus and the palette. */
export interface Command {
  readonly id: string;
  /** Already in the person's language. */
  readonly label: string;
  /** tinykeys notation: `n`, `Shift+?`, `$mod+k`, `g q`; several ways are several members. */
  readonly keys?: string | readonly string[];
  readonly scope?: Scope;
  /** Whether this person may; a command without the right does not exist for them. */
  readonly permitted?: boolean;
  /** A reason why it cannot be done now; shown where the command is shown. */
  readonly disabled?: string | null;
  /** Server ms at which its time is over: from then on it does not exist, also when no timer has run yet. */
  readonly until?: number | undefined;
  /** Works while typing in a field too (only with a modifier). */
  readonly inFields?: boolean;
  /** Not offered in the palette (movements in a list). */
  readonly quiet?: boolean;
  /** Its key is handled where it happens (Enter in a list); here it is only listed. */
  readonly listedOnly?: boolean;
  readonly run: () => void;
}

export function keysOf(command: Command): readonly string[] {
  if (command.keys === undefined) return [];
  return typeof command.keys === 'string' ? [command.keys] : command.keys;
}

function nextEnd(commands: readonly Command[], now: number): number {
  return Math.min(...commands.flatMap(({ until }) => (until !== undefined && until > now ? [until] : [])));
}

export class CommandRegistry {
  #commands = new Map<symbol, Command>();
  #listeners = new Set<() => void>();
  #list: readonly Command[] | null = null;
  /** Until when the list holds, and when listeners are told next that a command ended. */
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

  /** Everything one may do now, the particular before the wide, the newer before the older. */
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

  /** Scopes that count now: a dialog alone, else all. */
  active(): readonly Command[] {
    const all = this.list();
    const dialog = all.filter((command) => command.scope === 'dialog');
    return dialog.length > 0 ? dialog : all;
  }

  /** The command a key means now. */
  byKey(key: string): Command | undefined {
    return this.active().find((command) => !command.listedOnly && keysOf(command).includes(key));
  }

  byId(id: string): Command | undefined {
    return this.list().find((command) => command.id === id);
  }

  /** Keys that mean two different things in one scope; a test asks that there are none. */
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
