import type { QueueDef } from '#shared/families/queue.ts';
import { addWords } from '#web/words/words.ts';
import { addQueueWords } from './words.ts';

const files = import.meta.glob<Record<string, unknown>>([
  '../../../shared/queues/*.ts',
  '!../../../shared/queues/*.test.ts',
  '!../../../shared/queues/index.ts',
  '!../../../shared/queues/*-row.ts',
]);
const loading = new Map<string, Promise<QueueDef>>();

/** The declaration of a queue, its words with it; the file is named like the queue, in kebab-case. */
export function loadQueue(name: string): Promise<QueueDef> {
  let found = loading.get(name);
  if (!found) loading.set(name, (found = load(name)));
  return found;
}

async function load(name: string): Promise<QueueDef> {
  const path = `../../../shared/queues/${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;
  const file = files[path];
  if (!file) throw new Error(`${path} does not exist.`);
  const def = Object.values(await file()).find(
    (one) => (one as { name?: unknown } | null)?.name === name && typeof (one as { rank?: unknown }).rank === 'function',
  );
  if (!def) throw new Error(`${path} declares no queue of that name.`);
  addQueueWords();
  addWords(name, (def as QueueDef).words);
  return def as QueueDef;
}
