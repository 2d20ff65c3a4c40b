import { useEffect, useState } from 'react';
import type { ApprovalRow } from '#shared/families/approval-feed.ts';
import { isOpen } from '#shared/streams/approvals/approval/state.ts';
import type { ApprovalStatus } from '#shared/wire.ts';
import { api } from '#web/live/api.ts';
import { useQuery } from '#web/live/query.ts';

export const readStatus = (id: string): Promise<ApprovalStatus> =>
  api.get<ApprovalStatus>(`/approval-status/${id}`);

/** A request that is over and so in no list, with how it ended; null while it is unknown or not readable. */
export function useOver(id: string | null): ApprovalStatus | null {
  const { data } = useQuery({
    queryKey: ['approval-over', id],
    enabled: id !== null,
    staleTime: 0,
    retry: false,
    queryFn: () => readStatus(id!),
  });
  return data?.over ? data : null;
}

/** Whether an approval may still take effect: the request is open, or its approval can still be undone. */
export const hasEffectAhead = (row: Pick<ApprovalRow, 'state'>): boolean =>
  isOpen(row) || row.state === 'pendingApply';

const ROW_MS = 10_000;
const SETTLING_MS = 1_500;

/**
 * Calls `read` at once and again after each pause until it returns true; a failed call is repeated after the
 * next pause.
 */
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

/**
 * Why the effect of the request would fail now; null when it would succeed or is unknown. Checked on
 * every change and at intervals.
 */
export function useFailing(id: string, version: number, inputs: boolean): string | null {
  const [found, setFound] = useState<{ readonly id: string; readonly fails: string | null } | null>(null);
  useEffect(() => {
    if (!inputs) return undefined;
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
  }, [id, version, inputs]);
  return inputs && found?.id === id ? found.fails : null;
}

/** Why the effects of these requests would fail now, checked at intervals; those that would succeed are absent. */
export function useFailings(ids: readonly string[]): ReadonlyMap<string, string> {
  const [found, setFound] = useState<ReadonlyMap<string, string>>(new Map());
  const key = ids.join(' ');
  useEffect(() => {
    if (key === '') return undefined;
    let current = true;
    const stop = repeat(async () => {
      const read = await Promise.all(
        key.split(' ').map(async (id) => [id, (await readStatus(id)).fails] as const),
      );
      if (current) setFound(new Map(read.flatMap(([id, fails]) => (fails === null ? [] : [[id, fails]]))));
      return false;
    }, ROW_MS);
    return () => {
      current = false;
      stop();
    };
  }, [key]);
  return found;
}

const settling: readonly ApprovalStatus['state'][] = ['pendingApply', 'pendingReject', 'approved'];

/** States of decided requests, polled until none can change any more by itself. */
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
