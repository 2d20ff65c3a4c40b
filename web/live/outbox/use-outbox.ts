import { useEffect, useSyncExternalStore } from 'react';
import { api, newKey } from '../api.ts';
import { failureOf } from '../failure.ts';
import { usePerson } from '../person.ts';
import { onNotice } from '../socket.ts';
import { shown } from '../unshown.ts';
import { Outbox, type OutboxState } from './outbox.ts';
import { indexedStore, memoryStore } from './store.ts';

const retryMs = 15_000;
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('ops-outbox');

/** A refusal is shown in the outbox itself, so that the frame need not report it. */
function failing(error: unknown): ReturnType<typeof failureOf> {
  const failure = failureOf(error);
  shown(failure.correlationId);
  return failure;
}

export const outbox = new Outbox({
  store: typeof indexedDB === 'undefined' ? memoryStore() : indexedStore(),
  upload: async (blob, name) => (await api.file<{ fileId: string }>(blob, name)).fileId,
  send: async ({ aggregate, id, command, key, version }, body) =>
    void (await api.command(aggregate, id, command, body, { key, version })),
  failureOf: failing,
  newKey,
  alone: async (work) =>
    void (await (navigator.locks ? navigator.locks.request('ops-outbox', work) : work())),
  emitted: () => channel?.postMessage('changed'),
});

/** This person's unsent entries; sends them while the screen is shown and connected. */
export function useOutbox(): OutboxState {
  const { empId } = usePerson();
  useEffect(() => {
    const flush = (): void => void outbox.flush();
    void outbox.belongsTo(empId).then(flush);
    const off = onNotice((notice) => notice.kind === 'up' && flush());
    const reload = (): void => void outbox.read();
    channel?.addEventListener('message', reload);
    window.addEventListener('online', flush);
    const timer = setInterval(() => outbox.now().entries.length > 0 && flush(), retryMs);
    return () => {
      off();
      channel?.removeEventListener('message', reload);
      window.removeEventListener('online', flush);
      clearInterval(timer);
    };
  }, [empId]);
  return useSyncExternalStore(outbox.subscribe, outbox.now);
}
