import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { CareChange } from '#shared/feeds/care-changes.ts';
import { clinicalName } from '#shared/streams/care/clinical/names.ts';
import type { Choice } from '#shared/streams/care/wire.ts';
import { useLanguage } from '#web/locales/translations.ts';
import { api } from '#web/live/api.ts';
import type { Query } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import type { Failure } from '#web/live/failure.ts';
import type { Row } from '#web/live/rows.ts';
import { useQuery } from '#web/live/query.ts';
import { useFeed } from '#web/live/use-feed.ts';

export interface Care<T> {
  readonly data: T | undefined;
  readonly failure: Failure | null;
  readonly again: () => void;
}

/** An answer of care, read again when something became new about this patient; null waits, 0 is everybody. */
export function useCare<T>(path: string, patient: number | null, asked: Query = {}): Care<T> {
  const { rows } = useFeed<CareChange & Row>('care/changes');
  const version = useSyncExternalStore(rows.subscribe, () => rows.version);
  const seen = useRef(0);
  const found = useQuery<T>({
    queryKey: ['care', path, asked],
    enabled: patient !== null,
    placeholderData: (before) => before,
    queryFn: ({ signal }) => api.get<T>(path, { query: asked, signal }),
  });
  const { refetch } = found;
  useEffect(() => {
    const latest = Math.max(
      0,
      ...[...rows.all()]
        .filter((row) => patient === 0 || row.patientId === patient)
        .map(({ position }) => position),
    );
    if (seen.current > 0 && latest > seen.current) void refetch();
    seen.current = Math.max(seen.current, latest, 1);
  }, [version, rows, patient, refetch]);
  return {
    data: found.data,
    failure: found.error ? failureOf(found.error) : null,
    again: () => void refetch(),
  };
}

/** Active records of a master, for a form. */
export function useChoices(kind: string): readonly Choice[] {
  const { data } = useQuery<{ rows: readonly Choice[] }>({
    queryKey: ['care-choices', kind],
    staleTime: 5 * 60_000,
    queryFn: ({ signal }) => api.get(`/care/choices/${kind}`, { signal }),
  });
  const nameOf = useClinicalName();
  return (data?.rows ?? []).map((one) => ({ ...one, name: nameOf(one.name) }));
}

/** Names of vitals and assays in the language of the console. */
export function useClinicalName(): (name: string) => string {
  const language = useLanguage();
  return (name) => clinicalName(name, language);
}

export const picks = (rows: readonly Choice[]): { readonly value: string; readonly label: string }[] =>
  rows.map(({ id, name }) => ({ value: String(id), label: name }));
