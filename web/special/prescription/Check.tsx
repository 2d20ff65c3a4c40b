import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { businessDay } from '#shared/core/day.ts';
import type { ClinicalAnswer } from '#shared/streams/prescriptions/lookups.ts';
import { alertsOf } from '#shared/streams/prescriptions/prescription/checking.ts';
import { api } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import { useQuery } from '#web/live/query.ts';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { ErrorState } from '#web/parts/states.tsx';
import { serverClock } from '#web/locales/server-clock.ts';
import { Alerts } from './Alerts.tsx';
import { CheckLine } from './CheckLine.tsx';
import type { EntryFormProps } from './EntryForm.tsx';
import { History } from './History.tsx';
import { Known } from './Known.tsx';
import { LineTable } from './LineTable.tsx';
import { HeaderFacts } from './HeaderFacts.tsx';
import { Workbench } from './Workbench.tsx';

/** The pharmacist's page: alerts first, the image beside the lines, each line with its correction and its decision. */
export function Check({
  record,
  working,
  blocked,
  onUnsaved,
  onChanged,
}: EntryFormProps & { readonly working: boolean }): ReactNode {
  const [active, setActive] = useState<number | null>(null);
  const query = useQuery({
    queryKey: ['clinical', record.id],
    queryFn: ({ signal }) => api.get<ClinicalAnswer>(`/prescription/clinical/${record.id}`, { signal }),
    staleTime: 30_000,
  });
  const clinical = query.data;
  const alerts = useMemo(
    () => (clinical ? alertsOf(record, clinical, businessDay(serverClock.now())) : []),
    [record, clinical],
  );
  const marks = record.lines.flatMap(({ no, region }) =>
    region ? [{ id: String(no), label: String(no), region }] : [],
  );
  return (
    <Workbench
      record={record}
      marks={marks}
      activeId={active === null ? null : String(active)}
      onPick={(id) => setActive(Number(id))}
    >
      {query.isError ? (
        <ErrorState failure={failureOf(query.error)} onRetry={() => void query.refetch()} />
      ) : !clinical ? (
        <Skeleton rows={4} />
      ) : (
        <>
          <Known clinical={clinical} patientId={record.received?.patientId ?? null} />
          <Alerts
            record={record}
            alerts={alerts}
            working={working}
            onActive={setActive}
            onChanged={onChanged}
          />
        </>
      )}
      <HeaderFacts header={record.header} />
      <LineTable
        lines={record.lines}
        activeNo={active}
        onActive={setActive}
        under={(line) =>
          working ? (
            <CheckLine
              record={record}
              line={line}
              blocked={blocked}
              onUnsaved={onUnsaved}
              onChanged={onChanged}
            />
          ) : null
        }
      />
      <History record={record} />
    </Workbench>
  );
}
