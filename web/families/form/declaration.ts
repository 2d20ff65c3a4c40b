import type { FormDef } from '#shared/families/form.ts';
import { addTranslations } from '#web/locales/translations.ts';
import { addFormTranslations } from './translations.ts';

const files = import.meta.glob<Record<string, unknown>>([
  '../../../shared/forms/*.ts',
  '!../../../shared/forms/*.test.ts',
  '!../../../shared/forms/index.ts',
]);
const loading = new Map<string, Promise<FormDef>>();

/** Loads a form's declaration with its translations; the file is named like the form. */
export function loadForm(name: string): Promise<FormDef> {
  let found = loading.get(name);
  if (!found) loading.set(name, (found = load(name)));
  return found;
}

async function load(name: string): Promise<FormDef> {
  const file = files[`../../../shared/forms/${name}.ts`];
  if (!file) throw new Error(`shared/forms/${name}.ts does not exist.`);
  const def = Object.values(await file()).find(
    (one) =>
      (one as { name?: unknown } | null)?.name === name && Array.isArray((one as { steps?: unknown }).steps),
  );
  if (!def) throw new Error(`shared/forms/${name}.ts declares no form of that name.`);
  addFormTranslations();
  addTranslations(name, (def as FormDef).translations);
  return def as FormDef;
}
