import { useEffect, useState } from 'react';
import { cutText } from '#shared/core/cut.ts';
import { readSearch, tooShort } from '#shared/core/plain.ts';
import type { SearchAnswer, SearchHit } from '#shared/wire.ts';
import { api } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import type { Failure } from '#web/live/failure.ts';
import { useLanguage } from '#web/locales/translations.ts';

export interface Records {
  readonly hits: readonly SearchHit[];
  /** Whether some kind has more hits than shown. */
  readonly more: boolean;
  readonly asking: boolean;
  readonly failure: Failure | null;
}

const PAUSE_MS = 120;
const nothing: Records = { hits: [], more: false, asking: false, failure: null };

/**
 * Records for the input, queried when typing pauses; a new letter aborts the previous query. Without input:
 * recently opened ones.
 */
export function useRecords(query: string, lately: readonly string[], turn: number): Records {
  const language = useLanguage();
  const [found, setFound] = useState(nothing);
  const typed = query.trim();
  const ids = typed === '' ? lately.join(',') : '';
  const inputs = typed === '' ? ids !== '' : !tooShort(readSearch(typed));
  useEffect(() => {
    if (!inputs) return setFound(nothing);
    const stop = new AbortController();
    setFound((now) => ({ ...now, asking: true, failure: null }));
    const timer = setTimeout(
      () => {
        api
          .get<SearchAnswer>('/search', {
            query: typed === '' ? { ids } : { q: cutText(typed, 100) },
            signal: stop.signal,
            timeout: 10_000,
          })
          .then((answer) =>
            setFound({ hits: answer.hits, more: answer.more.length > 0, asking: false, failure: null }),
          )
          .catch((error: unknown) => {
            if (!stop.signal.aborted) setFound({ ...nothing, failure: failureOf(error) });
          });
      },
      typed === '' ? 0 : PAUSE_MS,
    );
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [inputs, typed, ids, language, turn]);
  return found;
}
