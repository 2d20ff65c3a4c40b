import { useEffect, useRef, useState } from 'react';
import type { ApprovalRow } from '#shared/families/approval-feed.ts';
import { isOpen } from '#shared/streams/approvals/approval/state.ts';
import type { ApprovalStatus } from '#shared/wire.ts';
import { api } from '#web/live/api.ts';
import { serverClock } from '#web/locales/server-clock.ts';
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

export interface Checks {
  /** Why the effects of these requests would fail now; those that would succeed are absent. */
  readonly fails: ReadonlyMap<string, string>;
  /** Whether every one was checked, or cannot be. */
  readonly checked: boolean;
}

/** What the last check of a request found, for whoever shows it next; forgotten when it is old. */
const lastFound = new Map<string, { readonly fails: string | null; readonly at: number }>();
const isFresh = (id: string): boolean => serverClock.now() - (lastFound.get(id)?.at ?? 0) < 2 * ROW_MS;
function failing(ids: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const id of ids) {
    const fails = isFresh(id) ? lastFound.get(id)?.fails : null;
    if (fails != null) found.set(id, fails);
  }
  return found;
}

/** Whether the effects of these requests would fail now, checked at intervals. */
export function useChecks(ids: readonly string[]): Checks {
  const key = ids.join(' ');
  const [done, setDone] = useState<string | null>(null);
  const fails = useFailings(ids, () => setDone(key));
  return { fails, checked: done === key || ids.every(isFresh) };
}

/** Why the effects of these requests would fail now, checked at intervals; those that would succeed are absent. */
export function useFailings(
  ids: readonly string[],
  onChecked: () => void = () => undefined,
): ReadonlyMap<string, string> {
  const [found, setFound] = useState(() => failing(ids));
  const key = ids.join(' ');
  const checked = useRef(onChecked);
  checked.current = onChecked;
  useEffect(() => {
    if (key === '') return undefined;
    let current = true;
    const stop = repeat(async () => {
      const asked = key.split(' ');
      try {
        const read = await Promise.all(asked.map(async (id) => [id, (await readStatus(id)).fails] as const));
        for (const id of lastFound.keys()) if (!isFresh(id)) lastFound.delete(id);
        for (const [id, fails] of read) lastFound.set(id, { fails, at: serverClock.now() });
        if (current) setFound(failing(asked));
      } finally {
        if (current) checked.current();
      }
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
