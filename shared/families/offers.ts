import type { Need, Permission } from '../core/permission.ts';
import type { StreamDef } from '../core/stream.ts';
import type { DocumentDef } from './document.ts';
import type { FormDef } from './form.ts';
import type { QueueDef } from './queue.ts';

/** A command that a screen offers, and the rights that show it there; any of them suffices. */
export interface Offer {
  readonly screen: string;
  readonly stream: string;
  readonly command: string;
  readonly need: readonly Permission[];
}

export const queueOffers = ({ name, group, entity, actions }: QueueDef): readonly Offer[] =>
  actions.map(({ aggregate, command, right }) => ({
    screen: name,
    stream: aggregate,
    command,
    need: [`${group}/${entity}:${right}`],
  }));

export function formOffers({ name, group, entity, subject, submit, keep }: FormDef): readonly Offer[] {
  const commands = [submit, keep?.create, keep?.save, keep?.reveal, keep?.resubmit?.command];
  return commands.flatMap((command) =>
    command === undefined
      ? []
      : { screen: name, stream: subject, command, need: [`${group!}/${entity!}:create`] as const },
  );
}

export function documentOffers({ name, stream, edits, scans = [], actions }: DocumentDef): readonly Offer[] {
  return [
    ...[...edits, ...scans].map(({ command, need }) => ({
      screen: name,
      stream: stream.name,
      command,
      need,
    })),
    ...actions.map(({ command, need, begins }) =>
      begins
        ? { screen: name, stream: begins.stream, command: begins.command, need }
        : { screen: name, stream: stream.name, command, need },
    ),
  ];
}

/** Commands that are open to everybody, or to the system only, stay so. */
function widened(need: Need, offers: readonly Offer[]): Need {
  if (need === 'public' || need === 'signedIn' || need === 'system') return need;
  const own: readonly Permission[] = typeof need === 'string' ? [need] : need;
  return [...new Set([...own, ...offers.flatMap((offer) => offer.need)])];
}

/** A stream whose commands are also open to the holders of the rights that offer them on a screen. */
export function openToOffers(def: StreamDef, offers: readonly Offer[]): StreamDef {
  const own = Map.groupBy(
    offers.filter(({ stream }) => stream === def.name),
    ({ command }) => command,
  );
  if (own.size === 0) return def;
  return {
    ...def,
    commands: Object.fromEntries(
      Object.entries(def.commands).map(([name, command]) => {
        const offering = own.get(name);
        return [name, offering ? { ...command, need: widened(command.need, offering) } : command];
      }),
    ),
  };
}
