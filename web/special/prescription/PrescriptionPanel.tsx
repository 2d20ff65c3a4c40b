import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import type { RxCase } from '#shared/feeds/prescription-case.ts';
import { api } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import { useQuery } from '#web/live/query.ts';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { ErrorState } from '#web/parts/states.tsx';
import type { SubjectPanelProps } from '#web/families/queue/subject.ts';
import { Check } from './Check.tsx';
import { Decide } from './Decide.tsx';
import { EntryForm } from './EntryForm.tsx';
import { Appearance } from './Look.tsx';
import { SecondEntry } from './SecondEntry.tsx';

/**
 * The prescription behind a row of either desk: first entry, second entry, decision or check, beside its
 * pages.
 */
export function PrescriptionPanel(props: SubjectPanelProps): ReactNode {
  const { def, row, answered, working, blocked, onUnsaved } = props;
  const query = useQuery({
    queryKey: ['case', 'prescription', row.id],
    queryFn: ({ signal }) => api.get<RxCase>('/feeds/case/prescription', { query: { id: row.id }, signal }),
    staleTime: 0,
  });
  const { refetch } = query;
  const shown = useRef(row);
  useEffect(() => {
    if (shown.current === row) return;
    shown.current = row;
    void refetch();
  }, [row, refetch]);
  useEffect(() => void (answered && refetch()), [answered, refetch]);

  if (query.isError && !query.data)
    return <ErrorState failure={failureOf(query.error)} onRetry={() => void refetch()} />;
  if (!query.data) return <Skeleton rows={10} />;
  const record = query.data;
  const form = { record, blocked, onUnsaved, onChanged: () => void refetch() };
  if (def.name === 'prescriptionChecker')
    return <Check {...form} working={working && record.stage === 'inCheck'} />;
  if (working && record.stage === 'entering') return <EntryForm key={`${record.id} first`} {...form} />;
  if (working && record.stage === 'secondEntering')
    return <SecondEntry key={`${record.id} second`} {...form} />;
  if (working && record.stage === 'deciding') return <Decide key={`${record.id} decide`} {...form} />;
  return <Appearance record={record} />;
}
