import { useEffect, useRef, useState } from 'react';
import type { ReportDef } from '#shared/families/report.ts';
import type { KeptExport } from '#shared/families/report-wire.ts';
import { api, type Query } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import { fetchFile } from '#web/live/fetch-file.ts';
import { useQuery, useQueryClient } from '#web/live/query.ts';
import { toast } from '#web/parts/toast.tsx';
import { route } from './declaration.ts';
import type { TranslateReport } from './translations.ts';

const watchMs = 700;

export const isUnderWay = ({ state }: KeptExport): boolean => state === 'waiting' || state === 'running';

export interface Exports {
  /** One's own exports of the last day, the newest first; empty until they are asked for. */
  readonly kept: readonly KeptExport[];
  readonly underWay: KeptExport | null;
  /** Asks for the exports of the last day. */
  look(): void;
  begin(query: Query): Promise<void>;
  cancel(kept: KeptExport): void;
  download(kept: KeptExport): void;
}

/** Exports in the background: one that this screen began is fetched as soon as it is written. */
export function useExports(def: ReportDef, t: TranslateReport): Exports {
  const client = useQueryClient();
  const [wanted, setWanted] = useState(false);
  const own = useRef(new Set<string>());
  const path = route('exports', def.name);
  const queryKey = ['report-exports', def.name];
  const { data: kept = [] } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get<readonly KeptExport[]>(path, { signal }),
    enabled: wanted,
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? watchMs : false),
  });
  const show = (error: unknown): void => {
    const failure = failureOf(error);
    toast({ text: failure.message, tone: 'danger', correlationId: failure.correlationId });
  };
  const again = (): Promise<void> => client.invalidateQueries({ queryKey });
  const download = (one: KeptExport): void =>
    void fetchFile(`${path}/${one.id}/file`, {}, one.fileName).catch(show);
  useEffect(() => {
    for (const one of kept) {
      if (isUnderWay(one) || !own.current.delete(one.id)) continue;
      if (one.state === 'ready') download(one);
      else if (one.state === 'failed') toast({ text: t('exportFailed'), tone: 'danger' });
    }
    // oxlint-disable-next-line react/exhaustive-deps -- only a change of the exports matters
  }, [kept]);
  return {
    kept,
    underWay: kept.find(isUnderWay) ?? null,
    look: () => {
      setWanted(true);
      if (wanted) void again();
    },
    begin: async (query) => {
      try {
        const begun = await api.post<KeptExport>(path, query);
        own.current.add(begun.id);
        client.setQueryData<readonly KeptExport[]>(queryKey, (before = []) => [begun, ...before]);
        setWanted(true);
        await again();
      } catch (error) {
        show(error);
      }
    },
    cancel: (one) => {
      own.current.delete(one.id);
      void api.delete(`${path}/${one.id}`).then(again, show);
    },
    download,
  };
}
