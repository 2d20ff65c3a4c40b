import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { MasterFilter } from '#shared/families/master-filter.ts';
import { isFilter, keep, keptOf } from './keep.ts';
import type { ListQuery } from './list-rows.ts';

/**
 * What is shown beside or instead of the list. `double`: a merged duplicate itself; without it its address
 * redirects to the surviving record.
 */
export const places = ['new', 'edit', 'history', 'usedBy', 'double', 'import', 'bulk'] as const;
export type Place = (typeof places)[number];

export interface ListState {
  readonly prompt: ListQuery;
  /** The saved view with these settings, while the address names one. */
  readonly viewId: string | null;
  readonly openId: string | null;
  readonly place: Place | null;
  setPrompt(next: Partial<ListQuery>): void;
  setView(viewId: string | null, prompt?: Partial<ListQuery>): void;
  /** Opens a record, or a page of it; `null` closes. */
  go(openId: string | null, place?: Place | null): void;
  /** Redirects to another record, replacing the history entry. */
  forward(openId: string): void;
}

/** Query, open record and saved view live in the address; without one, the last visit's are restored. */
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
  const prompt = useMemo(
    (): ListQuery => ({ q, cancelled, filter: readFilter(filterText) }),
    [q, cancelled, filterText],
  );

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

  const asText = (next: ListQuery): Record<string, string | null> => ({
    q: next.q,
    cancelled: next.cancelled ? '1' : null,
    filter: Object.keys(next.filter).length > 0 ? JSON.stringify(next.filter) : null,
  });
  const place = params.get('do');
  return {
    prompt,
    viewId: params.get('view'),
    openId: params.get('row'),
    place: places.find((one) => one === place) ?? null,
    setPrompt: (next) => change(asText({ ...prompt, ...next }), true),
    setView: (viewId, next) =>
      change(
        { view: viewId, ...(next ? asText({ q: '', filter: {}, cancelled: false, ...next }) : {}) },
        true,
      ),
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
    return {}; // a truncated address: the list without its filter
  }
}
