import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import type { SignupCase } from '#shared/feeds/signup-case.ts';
import { api } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import { useQuery } from '#web/live/query.ts';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { ErrorState } from '#web/parts/states.tsx';
import type { SubjectPanelProps } from '#web/families/queue/subject.ts';
import { Checklist } from './Checklist.tsx';
import { Documents } from './Documents.tsx';
import { Applicant, Consents, Patients } from './details.tsx';
import { History } from './History.tsx';
import './signup.css';

/** The case behind a row of the sign-up queue: checklist, people, history. */
export function SignupPanel(props: SubjectPanelProps): ReactNode {
  const { row, answered } = props;
  const query = useQuery({
    queryKey: ['case', 'signup', row.id],
    queryFn: ({ signal }) => api.get<SignupCase>('/feeds/case/signup', { query: { id: row.id }, signal }),
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
  return (
    <div className="su-panel">
      <Checklist {...props} record={record} onChanged={() => void refetch()} />
      <Documents record={record} />
      <Applicant {...props} record={record} />
      <Patients record={record} />
      <Consents record={record} />
      <History record={record} />
    </div>
  );
}
