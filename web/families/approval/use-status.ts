import { useEffect, useState } from 'react';
import type { ApprovalStatus } from '#shared/wire.ts';
import { api } from '#web/live/api.ts';

export const readStatus = (id: string): Promise<ApprovalStatus> => api.get<ApprovalStatus>(`/approval-status/${id}`);

const ROW_MS = 10_000;
const SETTLING_MS = 1_500;

/** Calls `read` at once and again after each pause until it says that it has seen enough; a call that fails is repeated after the next pause. */
function repeat(read: () => Promise<boolean>, pause: number): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let stopped = false;
  const go = (): void => {
    const again = (enough: boolean): void => {
      if (!enough && !stopped) timer = setTimeout(go, pause);
    };
    read().then(again, () => again(false));
  };
  go();
  return () => {
    stopped = true;
    if (timer) clearTimeout(timer);
  };
}

/** Why the effect of the open request would fail now; null when it would succeed or is not known. Looked up when the request changes, and regularly. */
export function useFailing(id: string, version: number, asks: boolean): string | null {
  const [found, setFound] = useState<{ readonly id: string; readonly fails: string | null } | null>(null);
  useEffect(() => {
    if (!asks) return undefined;
    let current = true;
    const stop = repeat(async () => {
      const { fails } = await readStatus(id);
      if (current) setFound({ id, fails });
      return false;
    }, ROW_MS);
    return () => {
      current = false;
      stop();
    };
  }, [id, version, asks]);
  return asks && found?.id === id ? found.fails : null;
}

const settling: readonly ApprovalStatus['state'][] = ['pendingApply', 'pendingReject', 'approved'];

/** The states of decided requests, followed until none of them can change any more by itself. */
export function useStatuses(ids: readonly string[]): ReadonlyMap<string, ApprovalStatus> {
  const [statuses, setStatuses] = useState<ReadonlyMap<string, ApprovalStatus>>(new Map());
  const key = ids.join(' ');
  useEffect(() => {
    if (key === '') return undefined;
    const open = new Set(key.split(' '));
    return repeat(async () => {
      const read = await Promise.all([...open].map(async (id) => [id, await readStatus(id)] as const));
      for (const [id, { state }] of read) if (!settling.includes(state)) open.delete(id);
      setStatuses((before) => new Map([...before, ...read]));
      return open.size === 0;
    }, SETTLING_MS);
  }, [key]);
  return statuses;
}
