import type { FormDef } from '#shared/families/form.ts';
import { addWords } from '#web/words/words.ts';
import { addFormWords } from './words.ts';

const files = import.meta.glob<Record<string, unknown>>(['../../../shared/forms/*.ts', '!../../../shared/forms/*.test.ts', '!../../../shared/forms/index.ts']);
const loading = new Map<string, Promise<FormDef>>();

/** The declaration of a form, its words with it; the file is named like the form. */
export function loadForm(name: string): Promise<FormDef> {
  let found = loading.get(name);
  if (!found) loading.set(name, (found = load(name)));
  return found;
}

async function load(name: string): Promise<FormDef> {
  const file = files[`../../../shared/forms/${name}.ts`];
  if (!file) throw new Error(`shared/forms/${name}.ts does not exist.`);
  const def = Object.values(await file()).find((one) => (one as { name?: unknown } | null)?.name === name && Array.isArray((one as { steps?: unknown }).steps));
  if (!def) throw new Error(`shared/forms/${name}.ts declares no form of that name.`);
  addFormWords();
  addWords(name, (def as FormDef).words);
  return def as FormDef;
}
