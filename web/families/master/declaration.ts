import { textIn } from '#shared/core/words.ts';
import { mainFirst } from '#shared/families/main-first.ts';
import type { MasterDef } from '#shared/families/master-def.ts';
import { masterStreamWords } from '#shared/streams/masters/words.ts';
import { tracked } from '#web/parts/tracked.ts';
import { addWords } from '#web/words/words.ts';
import { addMasterWords } from './words.ts';

export interface Masters {
  readonly byName: ReadonlyMap<string, MasterDef>;
  /** The main declaration of a kind speaks for it; lists of the house without a screen are here only, with no route. */
  readonly byKind: ReadonlyMap<string, MasterDef>;
}

let all: Promise<Masters> | null = null;
const members = new Map<string, Promise<Member>>();

export interface Member {
  readonly def: MasterDef;
  readonly masters: Masters;
}

/** The words of refusals and problems of every master. */
export const problemWords = 'master-problems';

/** The declaration of a master, fetched with all others in one part of the program, its words with it. */
export function loadMaster(name: string): Promise<Member> {
  let found = members.get(name);
  if (!found) members.set(name, (found = tracked(load(name))));
  return found;
}

export function loadMasters(): Promise<Masters> {
  all ??= Promise.all([import('#shared/masters/index.ts'), import('#shared/masters/house-lists.ts')]).then(([register, { houseLists }]) => {
    const defs = mainFirst(register);
    addMasterWords();
    addWords(problemWords, masterStreamWords);
    return {
      byName: new Map(defs.map((def) => [def.name, def])),
      byKind: new Map([...houseLists, ...defs.toReversed()].map((def) => [def.kind, def])),
    };
  });
  return all;
}

async function load(name: string): Promise<Member> {
  const masters = await loadMasters();
  const def = masters.byName.get(name);
  if (!def) throw new Error(`shared/masters declares no ${name}.`);
  addWords(name, def.words);
  return { def, masters };
}

/** The title of another kind of record, in one language. */
export function titleOf(def: MasterDef, language: 'en' | 'es'): string {
  return textIn(def.title, language);
}

/** A door of the family for one master: `/masters-list/<name>` and its likes. */
export function door(part: string, name: string, ...rest: readonly (string | number)[]): string {
  return `/masters-${part}/${[name, ...rest].map((one) => encodeURIComponent(String(one))).join('/')}`;
}
