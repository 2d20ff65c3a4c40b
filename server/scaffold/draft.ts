import { screenAt } from '#shared/access/guard.ts';
import { screens, type Screen } from '#shared/access/screens.ts';
import type { Group } from '#shared/core/permission.ts';
import { allStreams } from '../core/registers.ts';

/** A wish that cannot be scaffolded, with what to write instead. */
export class ScaffoldError extends Error {}

/** The arguments of `npm run new`: the name in kebab-case, both titles, and the options of the family. */
export interface Wanted {
  readonly name: string;
  readonly english: string;
  readonly spanish: string;
  readonly options: Readonly<Record<string, string | undefined>>;
}

/** The files of a new member, its register line, and the line of its screen where the register has none. */
export interface Draft {
  readonly files: readonly { readonly file: string; readonly text: string }[];
  readonly register: { readonly file: string; readonly line: string };
  /** Lines of further registers. */
  readonly also?: readonly InsertedLine[];
  readonly screen: ScreenLine | null;
  /** What remains to be done by hand. */
  readonly next: readonly string[];
}

/** A line, and the text in the file before which it is inserted. */
export interface InsertedLine {
  readonly file: string;
  readonly before: string;
  readonly line: string;
}

export interface ScreenLine {
  /** The path of the screen before which the line is inserted. */
  readonly before: string;
  readonly line: string;
}

export interface Place {
  readonly route: string;
  readonly group: Group;
  readonly entity: string;
  readonly screen: ScreenLine | null;
}

export function checkNames({ name, english, spanish }: Wanted): void {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name))
    throw new ScaffoldError(`"${name}" is not a valid name: write it in kebab-case, for example care-tier.`);
  if (!english || !spanish)
    throw new ScaffoldError('Say its title in both languages: npm run new master colour "Colours" "Colores"');
}

export const camel = (name: string): string =>
  name.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

export const quoted = (text: string): string => `'${text.replace(/\\/g, '\\\\').replace(/'/g, "\\'")}'`;

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/(master|list)(v?2)?$/, '');

/** The owner's own spelling of the route. */
function routeLike(name: string, under: string): Screen {
  const found = screens.filter(
    ({ path, group, entity }) =>
      path.startsWith(under) && group && entity && plain(path.split('/').at(-1)!) === plain(name),
  );
  if (found.length === 1) return found[0]!;
  if (found.length > 1)
    throw new ScaffoldError(
      `Several routes fit "${name}": ${found.map(({ path }) => path).join(', ')}. Choose one with --route.`,
    );
  throw new ScaffoldError(
    `No route under ${under} fits "${name}". Name one of shared/access/screens.ts with --route, or a new one.`,
  );
}

/** Where the member's screen stands; a route that no screen has becomes one beside its neighbours. */
export function placeOf({ name, english, options }: Wanted, under: string, guard: Screen['guard']): Place {
  const { route } = options;
  const screen = route === undefined ? routeLike(name, under) : screenAt(route);
  if (screen) {
    if (!screen.group || !screen.entity)
      throw new ScaffoldError(`${screen.path} has no right of its own; choose another route.`);
    return { route: screen.path, group: screen.group, entity: screen.entity, screen: null };
  }
  const wanted = route!;
  const entity = wanted.split('/').at(-1)!;
  if (!wanted.startsWith(under) || !/^(\/[\w-]+){2,}$/.test(wanted))
    throw new ScaffoldError(`A new route is written ${under}name, with letters, digits and hyphens.`);
  const area = `/${wanted.split('/')[1]}/`;
  const beside = screens.find((one) => one.path.startsWith(area) && one.guard === guard && one.group);
  if (!beside) throw new ScaffoldError(`No screen stands under ${area} yet: add its section by hand.`);
  return {
    route: wanted,
    group: beside.group!,
    entity,
    screen: { before: beside.path, line: `[${[wanted, entity, english].map(quoted).join(', ')}],` },
  };
}

/** An option that the family cannot do without. */
export function needed({ options }: Wanted, option: string, example: string): string {
  const value = options[option];
  if (!value) throw new ScaffoldError(`Say --${option}, for example --${option} ${example}`);
  return value;
}

/** Whether a stream exists, and has these events and commands. */
export function checkStream(
  name: string,
  { events = [], commands = [] }: { events?: readonly string[]; commands?: readonly string[] },
): void {
  const def = allStreams().get(name);
  if (!def) throw new ScaffoldError(`No stream "${name}": ${[...allStreams().keys()].join(', ')}.`);
  for (const event of events)
    if (!(event in def.events))
      throw new ScaffoldError(`${name} has no event "${event}": ${Object.keys(def.events).join(', ')}.`);
  for (const command of commands)
    if (!(command in def.commands))
      throw new ScaffoldError(
        `${name} has no command "${command}": ${Object.keys(def.commands).join(', ')}.`,
      );
}
