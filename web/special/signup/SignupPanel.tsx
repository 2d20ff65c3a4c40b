import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import type { SignupCase } from '#shared/feeds/signup-case.ts';
import type { ChecklistItem } from '#shared/streams/customers/signup/fields.ts';
import { evidenceOf } from '#shared/streams/customers/signup/fields.ts';
import { api } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import { useQuery } from '#web/live/query.ts';
import { useCommands } from '#web/parts/commands/use-commands.ts';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { ErrorState } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import type { SubjectPanelProps } from '#web/families/queue/subject.ts';
import { Checklist } from './Checklist.tsx';
import { Documents } from './Documents.tsx';
import { Applicant, Consents, Patients } from './details.tsx';
import { History } from './History.tsx';
import './signup.css';
import { usePanelTranslations } from './translations.ts';
import type { Papers } from './use-papers.ts';
import { usePapers } from './use-papers.ts';

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

  const papers = usePapers(query.data, props.onWide);
  usePaperKey(query.data, papers);

  if (query.isError && !query.data)
    return <ErrorState failure={failureOf(query.error)} onRetry={() => void refetch()} />;
  if (!query.data) return <Skeleton rows={10} />;
  const record = query.data;
  return (
    <div className="su-panel">
      <div className="su-grid">
        <Checklist {...props} record={record} papers={papers} onChanged={() => void refetch()} />
        <Documents record={record} papers={papers} />
        <Applicant {...props} record={record} />
        <Patients record={record} />
        <Consents record={record} />
        <History record={record} />
      </div>
    </div>
  );
}

/** `F` opens a document of the check that has the focus; elsewhere the first that was not opened yet. */
function usePaperKey(record: SignupCase | undefined, papers: Papers): void {
  const t = usePanelTranslations();
  const documents = record?.documents ?? [];
  const run = (): void => {
    const item = document.activeElement?.closest<HTMLElement>('[data-check]')?.dataset['check'];
    const kinds = item === undefined ? null : (evidenceOf[item as ChecklistItem] ?? []);
    const found = documents.filter(({ kind }) => kinds === null || kinds.includes(kind));
    const next = found.find(({ fileId }) => papers.openedAt(fileId) === null) ?? found[0];
    if (next) papers.open(next.fileId);
    else toast({ text: t('noPaper') });
  };
  useCommands([
    {
      id: 'signup.paper',
      label: t('openPaper'),
      keys: 'f',
      scope: 'panel',
      disabled: documents.length === 0 ? t('noDocuments') : null,
      run,
    },
  ]);
}
