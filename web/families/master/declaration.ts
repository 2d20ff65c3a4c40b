import { textIn } from '#shared/core/translations.ts';
import { mainFirst } from '#shared/families/main-first.ts';
import type { MasterDef } from '#shared/families/master-def.ts';
import { masterStreamTranslations } from '#shared/streams/masters/translations.ts';
import { tracked } from '#web/parts/tracked.ts';
import { addTranslations } from '#web/locales/translations.ts';
import { addMasterTranslations } from './translations.ts';

export interface Masters {
  readonly byName: ReadonlyMap<string, MasterDef>;
  /** The main declaration of each kind; internal lists without a screen are only here, without a route. */
  readonly byKind: ReadonlyMap<string, MasterDef>;
}

let all: Promise<Masters> | null = null;
const members = new Map<string, Promise<Member>>();

export interface Member {
  readonly def: MasterDef;
  readonly masters: Masters;
}

/** Translations of refusals and problems of every master. */
export const problemTranslations = 'master-problems';

/** Loads a master's declaration, together with all others in one chunk, and its translations. */
export function loadMaster(name: string): Promise<Member> {
  let found = members.get(name);
  if (!found) members.set(name, (found = tracked(load(name))));
  return found;
}

export function loadMasters(): Promise<Masters> {
  all ??= Promise.all([import('#shared/masters/index.ts'), import('#shared/masters/internal-lists.ts')]).then(
    ([register, { internalLists }]) => {
      const defs = mainFirst(register);
      addMasterTranslations();
      addTranslations(problemTranslations, masterStreamTranslations);
      return {
        byName: new Map(defs.map((def) => [def.name, def])),
        byKind: new Map([...internalLists, ...defs.toReversed()].map((def) => [def.kind, def])),
      };
    },
  );
  return all;
}

async function load(name: string): Promise<Member> {
  const masters = await loadMasters();
  const def = masters.byName.get(name);
  if (!def) throw new Error(`shared/masters declares no ${name}.`);
  addTranslations(name, def.translations);
  return { def, masters };
}

/** Title of another kind of record, in one language. */
export function titleOf(def: MasterDef, language: 'en' | 'es'): string {
  return textIn(def.title, language);
}

/** An endpoint of the family for one master, e.g. `/masters-list/<name>`. */
export function route(part: string, name: string, ...rest: readonly (string | number)[]): string {
  return `/masters-${part}/${[name, ...rest].map((one) => encodeURIComponent(String(one))).join('/')}`;
}
