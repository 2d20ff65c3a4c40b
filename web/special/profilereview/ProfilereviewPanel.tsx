import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Choice as Found, PatientHead } from '#shared/streams/care/wire.ts';
import type { SubjectPanelProps } from '#web/families/queue/subject.ts';
import { api } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import { useCommand } from '#web/live/use-command.ts';
import { useQuery } from '#web/live/query.ts';
import { Allergies } from '#web/parts/Allergies.tsx';
import { SelectField } from '#web/parts/field/choice-fields.tsx';
import { AreaField } from '#web/parts/field/text-fields.tsx';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { ErrorState, InlineError } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import { useProfileTranslations } from './translations.ts';
import './profilereview.css';

function useMasters(kind: string): readonly Found[] {
  const { data } = useQuery<{ rows: readonly Found[] }>({
    queryKey: ['care-choices', kind],
    staleTime: 5 * 60_000,
    queryFn: ({ signal }) => api.get(`/care/choices/${kind}`, { signal }),
  });
  return data?.rows ?? [];
}
const picks = (rows: readonly Found[]): { readonly value: string; readonly label: string }[] =>
  rows.map(({ id, name }) => ({ value: String(id), label: name }));

/**
 * A doctor's review of a new patient: the known data, then care tier, critical type and remarks, or a
 * question.
 */
export function ProfilereviewPanel({ row, working, blocked, onUnsaved }: SubjectPanelProps): ReactNode {
  const t = useProfileTranslations();
  const { data, error, refetch } = useQuery<PatientHead>({
    queryKey: ['profile-review', row.id, row.version],
    queryFn: ({ signal }) => api.get<PatientHead>(`/care/patients/${row.id}/head`, { signal }),
  });
  if (error) return <ErrorState failure={failureOf(error)} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton rows={8} />;
  const mine = working || row.state === 'claimed';
  return (
    <div className="pr-panel">
      <dl className="pr-facts">
        <Fact label={t('age')}>
          {data.age ?? '–'}
          {data.gender &&
            ` · ${t(data.gender === 'female' ? 'female' : data.gender === 'male' ? 'male' : 'other')}`}
        </Fact>
        <Fact label={t('customer')}>
          <span className="ops-code">{data.customer ?? '–'}</span>
        </Fact>
        <Fact label={t('tier')}>{data.tier ?? t('noTier')}</Fact>
        <Fact label={t('diagnoses')} wide>
          {data.diagnoses.length > 0 ? data.diagnoses.join(', ') : t('none')}
        </Fact>
        <Fact label={t('allergies')} wide>
          <Allergies allergies={data.allergies} asked={data.noKnownAllergies} />
        </Fact>
      </dl>
      <p className="pr-plain">
        <Link to={`/prescription/personalHistory?patient=${row.id}`}>{t('history')}</Link>
      </p>
      <Decide
        key={row.version}
        row={row}
        tierId={data.tierId}
        off={mine ? blocked : t('claimFirst')}
        onUnsaved={onUnsaved}
      />
    </div>
  );
}

function Fact({
  label,
  wide = false,
  children,
}: {
  label: string;
  wide?: boolean;
  children: ReactNode;
}): ReactNode {
  return (
    <div data-wide={wide || undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Decide({
  row,
  tierId,
  off,
  onUnsaved,
}: Pick<SubjectPanelProps, 'row' | 'onUnsaved'> & {
  readonly tierId: number | null;
  readonly off: string | null;
}): ReactNode {
  const t = useProfileTranslations();
  const tiers = useMasters('careTier');
  const criticals = useMasters('criticalType');
  const [tier, setTier] = useState<string | null>(tierId === null ? null : String(tierId));
  const [critical, setCritical] = useState<string | null>(null);
  const [remarks, setRemarks] = useState('');
  const review = useCommand('profilereview', 'review');
  const ask = useCommand('profilereview', 'askInfo');
  const failure = review.failure ?? ask.failure;
  const typed = remarks.trim();
  const save = async (): Promise<void> => {
    if (tier === null || typed.length < 3) return;
    const done = await review.run(row.id, {
      careTierId: Number(tier),
      criticalTypeId: critical === null ? null : Number(critical),
      remarks: typed,
    });
    if (!done) return;
    onUnsaved(false);
    toast({ text: t('saved', { ref: row.ref }), tone: 'ok' });
  };
  const question = async (): Promise<void> => {
    if (!(await ask.run(row.id, { question: typed }))) return;
    onUnsaved(false);
    toast({ text: t('asked', { ref: row.ref }), tone: 'info' });
  };
  return (
    <form
      className="pr-panel"
      aria-label={t('review')}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <SelectField label={t('newTier')} value={tier} required choices={picks(tiers)} onChange={setTier} />
      <SelectField label={t('critical')} value={critical} choices={picks(criticals)} onChange={setCritical} />
      <AreaField
        label={t('remarks')}
        value={remarks}
        required
        maxLength={1000}
        onChange={(value) => {
          setRemarks(value);
          onUnsaved(value !== '');
        }}
      />
      {failure && <InlineError failure={failure} onDismiss={review.failure ? review.dismiss : ask.dismiss} />}
      {off !== null && <p className="ops-muted pr-plain">{off}</p>}
      <span className="pr-actions">
        <Button
          type="submit"
          loading={review.pending}
          disabled={off !== null || tier === null || typed.length < 3}
        >
          {t('save')}
        </Button>
        <Button
          variant="default"
          loading={ask.pending}
          disabled={off !== null || typed.length < 5}
          onClick={() => void question()}
        >
          {t('ask')}
        </Button>
      </span>
    </form>
  );
}
