import type { DocumentDef } from '#shared/families/document.ts';
import { addTranslations } from '#web/locales/translations.ts';
import { addDocumentTranslations } from './translations.ts';

const files = import.meta.glob<Record<string, unknown>>([
  '../../../shared/documents/*.ts',
  '!../../../shared/documents/*.test.ts',
  '!../../../shared/documents/*-translations.ts',
  '!../../../shared/documents/*-print.ts',
  '!../../../shared/documents/index.ts',
]);
const loading = new Map<string, Promise<DocumentDef>>();

/** The declaration of a kind of document, its translations with it; the file is named like the document, in kebab-case. */
export function loadDocument(name: string): Promise<DocumentDef> {
  let found = loading.get(name);
  if (!found) loading.set(name, (found = load(name)));
  return found;
}

const isDocument = (one: unknown, name: string): one is DocumentDef =>
  typeof one === 'object' && one !== null && 'name' in one && one.name === name && 'rowOf' in one;

async function load(name: string): Promise<DocumentDef> {
  const path = `../../../shared/documents/${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;
  const file = files[path];
  if (!file) throw new Error(`${path} does not exist.`);
  const def = Object.values(await file()).find((one) => isDocument(one, name));
  if (!isDocument(def, name)) throw new Error(`${path} declares no document of that name.`);
  addDocumentTranslations();
  addTranslations(name, def.translations);
  return def;
}
