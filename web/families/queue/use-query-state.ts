import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { QueueDef } from '#shared/families/queue.ts';
import type { QueueFilters } from './filters.ts';
import { readFilters, writeFilters } from './filters.ts';
import { keep, keptOf } from './keep.ts';

interface Looked {
  readonly filters: QueueFilters;
  readonly openId: string | null;
  /** The instant being viewed, ISO; null for now. */
  readonly at: string | null;
}

export interface QueryState extends Looked {
  setFilters(next: QueueFilters): void;
  open(id: string | null): void;
  goTo(at: string | null): void;
}

/** Typing is written to the address when it pauses; everything else at once. */
const PAUSE_MS = 250;

function read(def: QueueDef, params: URLSearchParams): Looked {
  const at = params.get('at');
  return {
    filters: readFilters(def, params),
    openId: params.get('row'),
    at: at && !Number.isNaN(Date.parse(at)) ? at : null,
  };
}

function write(def: QueueDef, base: URLSearchParams, { filters, openId, at }: Looked): URLSearchParams {
  const next = writeFilters(def, base, filters);
  next.delete('row');
  next.delete('at');
  if (openId !== null) next.set('row', openId);
  if (at !== null) next.set('at', at);
  return next;
}

/**
 * Filters, open row and viewed instant. The screen follows at once, the address a moment later, and changes
 * of the address are applied as well. Without any, the filters of the last visit are restored.
 */
export function useQueryState(def: QueueDef, empId: number): QueryState {
  const [params, setParams] = useSearchParams();
  const [looked, setLooked] = useState<Looked>(() =>
    read(def, params.toString() === '' ? new URLSearchParams(keptOf(empId, def.name).query ?? '') : params),
  );
  const known = useRef(params.toString());

  const typed = useRef(looked.filters.search);
  useEffect(() => {
    const pause = typed.current === looked.filters.search ? 0 : PAUSE_MS;
    typed.current = looked.filters.search;
    const timer = setTimeout(() => {
      const next = write(def, new URLSearchParams(window.location.search), looked).toString();
      if (next === known.current) return;
      known.current = next;
      setParams(next, { replace: true });
    }, pause);
    return () => clearTimeout(timer);
  }, [def, looked, setParams]);
  useEffect(() => {
    const now = params.toString();
    if (now === known.current) return;
    known.current = now;
    setLooked(read(def, params));
  }, [def, params]);

  const setFilters = useCallback(
    (filters: QueueFilters) => {
      keep(empId, def.name, { query: writeFilters(def, new URLSearchParams(), filters).toString() });
      setLooked((now) => ({ ...now, filters }));
    },
    [def, empId],
  );
  const open = useCallback(
    (openId: string | null) => setLooked((now) => (now.openId === openId ? now : { ...now, openId })),
    [],
  );
  const goTo = useCallback((at: string | null) => setLooked((now) => ({ ...now, at })), []);
  return { ...looked, setFilters, open, goTo };
}
