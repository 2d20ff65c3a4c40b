import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { MasterFilter } from '#shared/families/master-wire.ts';
import { isFilter, keep, keptOf } from './keep.ts';
import type { ListAsk } from './list-rows.ts';

/** What stands beside or instead of the list. */
/** `double`: a record that was merged into another, as it stood; without it its address leads to the other. */
export const places = ['new', 'edit', 'history', 'usedBy', 'double', 'import', 'bulk'] as const;
export type Place = (typeof places)[number];

export interface ListState {
  readonly ask: ListAsk;
  /** The saved view whose settings these are, as long as the address says so. */
  readonly viewId: string | null;
  readonly openId: string | null;
  readonly place: Place | null;
  setAsk(next: Partial<ListAsk>): void;
  setView(viewId: string | null, ask?: Partial<ListAsk>): void;
  /** Opens a record, or a place of its own; `null` closes. */
  go(openId: string | null, place?: Place | null): void;
  /** To the record that stands for the one asked for: the way back does not lead here again. */
  forward(openId: string): void;
}

/** What the list asks for, what is open and which saved view holds stand in the address; the last visit's come back when it has none. */
export function useListState(name: string, empId: number): ListState {
  const [params, setParams] = useSearchParams();
  const [restored] = useState(() => (params.toString() === '' ? (keptOf(empId, name).query ?? '') : ''));
  useEffect(() => {
    if (restored !== '') setParams(new URLSearchParams(restored), { replace: true });
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the screen opens
  }, []);

  const filterText = params.get('filter');
  const q = params.get('q') ?? '';
  const cancelled = params.get('cancelled') === '1';
  const ask = useMemo((): ListAsk => ({ q, cancelled, filter: readFilter(filterText) }), [q, cancelled, filterText]);

  const change = useCallback(
    (values: Readonly<Record<string, string | null>>, replace: boolean) =>
      setParams(
        (before) => {
          const now = new URLSearchParams(before);
          for (const [key, value] of Object.entries(values)) {
            if (value === null || value === '') now.delete(key);
            else now.set(key, value);
          }
          const kept = new URLSearchParams([...now].filter(([key]) => key !== 'row' && key !== 'do'));
          keep(empId, name, { query: kept.toString() });
          return now;
        },
        { replace },
      ),
    [setParams, empId, name],
  );

  const asText = (next: ListAsk): Record<string, string | null> => ({
    q: next.q,
    cancelled: next.cancelled ? '1' : null,
    filter: Object.keys(next.filter).length > 0 ? JSON.stringify(next.filter) : null,
  });
  const place = params.get('do');
  return {
    ask,
    viewId: params.get('view'),
    openId: params.get('row'),
    place: places.find((one) => one === place) ?? null,
    setAsk: (next) => change(asText({ ...ask, ...next }), true),
    setView: (viewId, next) => change({ view: viewId, ...(next ? asText({ q: '', filter: {}, cancelled: false, ...next }) : {}) }, true),
    go: (openId, next = null) => change({ row: openId, do: next }, false),
    forward: (openId) => change({ row: openId, do: place === 'edit' ? null : place }, true),
  };
}

export function readFilter(text: string | null): MasterFilter {
  if (!text) return {};
  try {
    const parsed: unknown = JSON.parse(text);
    return isFilter(parsed) ? parsed : {};
  } catch {
    return {}; // an address that somebody shortened: the list without its filter
  }
}
