import { useEffect, useMemo, useState } from 'react';
import type { Fields, MasterDef } from '#shared/families/master-def.ts';
import type { DuplicateAnswer } from '#shared/families/master-wire.ts';
import { api } from '#web/live/api.ts';
import { route } from './declaration.ts';

const none: DuplicateAnswer = { exact: [], alike: [] };
const PAUSE_MS = 350;

/** Records similar to the one being entered; queried while typing, for the identifying fields. */
export function useDuplicates(
  def: MasterDef,
  id: number | null,
  values: Fields,
  base: Fields,
): DuplicateAnswer {
  const [answer, setAnswer] = useState<DuplicateAnswer>(none);
  const query = useMemo(() => {
    const names = new Set([
      'vName',
      'vCode',
      ...def.uniques.flatMap(({ name, field }) => [...name.split('.'), field]),
      ...def.fields
        .filter(({ required, kind }) => required && ['reference', 'phone', 'email', 'gstin'].includes(kind))
        .map(({ name }) => name),
    ]);
    const given: Record<string, string | number> = {};
    let changed = false;
    for (const { name, kind } of def.fields) {
      const value = values[name];
      if (
        !names.has(name) ||
        value === undefined ||
        value === null ||
        value === '' ||
        kind === 'rows' ||
        Array.isArray(value)
      )
        continue;
      given[name] = value as string | number;
      if (value !== base[name]) changed = true;
    }
    return changed ? JSON.stringify(given) : null;
  }, [def, values, base]);
  useEffect(() => {
    if (query === null) {
      setAnswer(none);
      return undefined;
    }
    const stop = new AbortController();
    const timer = setTimeout(() => {
      api
        .get<DuplicateAnswer>(route('duplicates', def.name), {
          query: { ...(JSON.parse(query) as Record<string, string>), ...(id === null ? {} : { id }) },
          signal: stop.signal,
        })
        .then(
          (found) => !stop.signal.aborted && setAnswer(found),
          (error: unknown) =>
            !stop.signal.aborted &&
            console.warn('Whether the record exists already could not be asked; saving asks again.', error),
        );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [query, def.name, id]);
  return answer;
}
