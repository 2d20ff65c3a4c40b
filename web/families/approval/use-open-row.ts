import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ApprovalRow } from '#shared/families/approval-feed.ts';
import type { FeedRows, Left, Row } from '#web/live/rows.ts';
import { useFeedRow } from '#web/live/use-feed.ts';
import { announce } from '#web/parts/announce.ts';

export interface OpenRow {
  readonly id: string | null;
  /** The current row; undefined when it is not in the list. */
  readonly here: ApprovalRow | undefined;
  /** The current row, or the last one when it left; null when none is open or it was never listed. */
  readonly shown: ApprovalRow | null;
  /** How it left while it was open. */
  readonly left: Left | null;
}

/** Search parameters that this screen keeps. */
export function useAddress(): {
  readonly get: (key: string) => string | null;
  readonly put: (key: string, value: string | null) => void;
} {
  const [params, setParams] = useSearchParams();
  const put = useCallback(
    (key: string, value: string | null) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now);
          if (value === null) next.delete(key);
          else next.set(key, value);
          return next;
        },
        { replace: true },
      ),
    [setParams],
  );
  return { get: (key) => params.get(key), put };
}

/** The open request; one that leaves while open stays readable, unless the right to see it was revoked. */
export function useOpenRow(
  rows: FeedRows<ApprovalRow & Row>,
  id: string | null,
  t: (left: Left) => string,
): OpenRow {
  const here = useFeedRow(rows, id);
  const last = useRef<ApprovalRow | null>(null);
  const [gone, setGone] = useState<{ readonly id: string; readonly left: Left } | null>(null);
  if (here) last.current = here;
  useEffect(
    () =>
      rows.onBatch((batch) => {
        if (batch.cleared) last.current = null;
        const viewing = last.current?.id;
        if (!viewing || !batch.remove.some((row) => row.id === viewing)) return;
        const left = batch.left.get(viewing);
        if (!left) last.current = null;
        else {
          setGone({ id: viewing, left });
          announce(t(left));
        }
      }),
    [rows, t],
  );
  const kept = here === undefined && id !== null && last.current?.id === id && gone?.id === id;
  return { id, here, shown: here ?? (kept ? last.current : null), left: kept ? gone.left : null };
}
