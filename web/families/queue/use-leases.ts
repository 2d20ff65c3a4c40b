import { useEffect, useMemo, useRef } from 'react';
import { limits } from '#shared/core/limits.ts';
import type { QueueDef } from '#shared/families/queue.ts';
import type { QueueRow } from '#shared/families/queue-row.ts';
import { heartbeat, onNotice, socketUp } from '#web/live/socket.ts';
import { toast } from '#web/parts/toast.tsx';
import { inHand } from './next-item.ts';
import type { TranslateQueue } from './translations.ts';

/**
 * Renews the leases of my rows while this tab is open, and reports one that was lost without a command from
 * here.
 */
export function useLeases(
  def: QueueDef,
  rows: readonly QueueRow[],
  empId: number,
  live: boolean,
  touched: ReadonlyMap<string, number>,
  t: TranslateQueue,
): readonly QueueRow[] {
  const held = useMemo(() => inHand(def, rows, empId), [def, rows, empId]);
  const items = held.map((row) => `${def.items}-${row.id}`).join('\n');
  const latest = useRef({ rows, t });
  latest.current = { rows, t };

  useEffect(() => {
    if (items === '') return undefined;
    const beat = (): void => {
      if (!socketUp()) return;
      heartbeat(items.split('\n')).then(undefined, (reason: unknown) =>
        console.warn('The holds could not be renewed; tried again in half a minute.', reason),
      );
    };
    beat();
    const timer = setInterval(beat, limits.leaseHeartbeatMs);
    const off = onNotice((notice) => notice.kind === 'up' && beat());
    return () => {
      clearInterval(timer);
      off();
    };
  }, [items]);

  const before = useRef<readonly QueueRow[]>([]);
  useEffect(() => {
    if (!live) return;
    for (const old of before.current) {
      if (held.some((row) => row.id === old.id) || touched.has(old.id)) continue;
      const now = latest.current.rows.find((row) => row.id === old.id);
      if (!now) continue;
      const t = latest.current.t;
      toast({
        tone: 'warn',
        seconds: 20,
        text:
          now.holder && now.holder.empId !== empId
            ? t('lostTo', { name: now.holder.name, ref: now.ref })
            : t('lost', { ref: now.ref }),
      });
    }
    before.current = held;
  }, [held, live, touched, empId]);
  return held;
}
