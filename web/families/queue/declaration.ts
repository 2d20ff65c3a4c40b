import type { QueueDef } from '#shared/families/queue.ts';
import { addTranslations } from '#web/locales/translations.ts';
import { addQueueTranslations } from './translations.ts';

const files = import.meta.glob<Record<string, unknown>>([
  '../../../shared/queues/**/*.ts',
  '!../../../shared/queues/**/*.test.ts',
  '!../../../shared/queues/index.ts',
  '!../../../shared/queues/*-row.ts',
  '!../../../shared/queues/*/row.ts',
]);
const loading = new Map<string, Promise<QueueDef>>();

/** Loads a queue's declaration with its translations. The file is named like the queue in kebab-case, or lies in the folder its name begins with. */
export function loadQueue(name: string): Promise<QueueDef> {
  let found = loading.get(name);
  if (!found) loading.set(name, (found = load(name)));
  return found;
}

/** The declaration of that name, as its file exports it. */
export async function declarationOf(name: string): Promise<QueueDef> {
  const parts = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).split('-');
  const paths = parts.map((_, at) => {
    const [folder, file] = [parts.slice(0, at).join('-'), parts.slice(at).join('-')];
    return `../../../shared/queues/${folder === '' ? '' : `${folder}/`}${file}.ts`;
  });
  const path = paths.find((one) => files[one]);
  const file = path === undefined ? undefined : files[path];
  if (!file) throw new Error(`${paths[0]} does not exist.`);
  const def = Object.values(await file()).find(
    (one) =>
      (one as { name?: unknown } | null)?.name === name &&
      typeof (one as { rank?: unknown }).rank === 'function',
  );
  if (!def) throw new Error(`${path} declares no queue of that name.`);
  return def as QueueDef;
}

async function load(name: string): Promise<QueueDef> {
  const def = await declarationOf(name);
  addQueueTranslations();
  addTranslations(name, def.translations);
  return def;
}
