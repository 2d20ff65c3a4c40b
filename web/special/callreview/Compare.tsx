import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { scoreHeads, totalOf, type Score } from '#shared/streams/calls/review/state.ts';
import type { SubjectPanelProps } from '#web/families/queue/subject.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { useCommand } from '#web/live/use-command.ts';
import { AreaField } from '#web/parts/field/text-fields.tsx';
import { FigureTable } from '#web/parts/FigureTable.tsx';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import type { ReviewRowHere } from './row.ts';
import { CardFields } from './Scorecard.tsx';
import { useReviewTranslations, type SayReview } from './translations.ts';

type Props = Pick<SubjectPanelProps, 'row' | 'onUnsaved'> & {
  readonly off: string | null;
  readonly review: ReviewRowHere | undefined;
};

/** The two scores of a calibration side by side; a lead settles what counts. */
export function Compare({ row, off, review, onUnsaved }: Props): ReactNode {
  const t = useReviewTranslations();
  const lead = hasRight(usePerson(), 'Out Bound/qualityReview:approve');
  if (!review) return <Skeleton rows={5} />;
  const { first, second } = review;
  if (!first || !second) return <p className="cb-shut">{t('hidden')}</p>;
  return (
    <section className="cb-facts">
      <SideBySide name={t('compare', { ref: row.ref })} first={first} second={second} />
      <Remarks first={first} second={second} />
      {lead && <Settle row={row} off={off} first={first} onUnsaved={onUnsaved} />}
    </section>
  );
}

const faultsOf = (t: SayReview, { fatal }: Score): string =>
  fatal.length === 0 ? t('none') : fatal.map((fault) => t(`fatal.${fault}`)).join(', ');
const signed = (difference: number): string =>
  difference > 0 ? `+${difference}` : difference < 0 ? `−${-difference}` : '0';

/** Criterion by criterion, with what the second gave more or less. */
export function SideBySide({
  name,
  first,
  second,
  settled = null,
}: {
  name: string;
  first: Score;
  second: Score;
  settled?: Score | null;
}): ReactNode {
  const t = useReviewTranslations();
  const rows = [
    ...scoreHeads.map((head) => ({
      key: head as string,
      label: t(`head.${head}`),
      figures: [first, second, settled].map((one) => one?.scores[head] ?? null),
    })),
    { key: 'total', label: t('total'), figures: [first, second, settled].map((one) => one?.total ?? null) },
  ];
  return (
    <>
      <FigureTable
        label={name}
        rows={rows}
        id={({ key }) => key}
        columns={[
          {
            key: 'criterion',
            label: t('criterion'),
            cell: ({ key, label }) => (key === 'total' ? <strong>{label}</strong> : label),
          },
          { key: 'first', label: first.by.name, figures: true, cell: ({ figures }) => figures[0] },
          { key: 'second', label: second.by.name, figures: true, cell: ({ figures }) => figures[1] },
          {
            key: 'difference',
            label: t('difference'),
            figures: true,
            cell: ({ figures: [a, b] }) => (
              <span className={a === b ? 'ops-muted' : 'cr-differs'}>{signed((b ?? 0) - (a ?? 0))}</span>
            ),
          },
          ...(settled
            ? [
                {
                  key: 'counts',
                  label: t('counts'),
                  figures: true,
                  cell: ({ figures }: (typeof rows)[number]) => <strong>{figures[2]}</strong>,
                },
              ]
            : []),
        ]}
      />
      {(first.fatal.length > 0 || second.fatal.length > 0) && (
        <p className="cb-shut">
          <b>{t('fatalFaults')}</b> · {first.by.name}: {faultsOf(t, first)} · {second.by.name}:{' '}
          {faultsOf(t, second)}
        </p>
      )}
    </>
  );
}

export function Remarks({
  first,
  second,
  settled = null,
}: {
  first: Score;
  second: Score | null;
  settled?: Score | null;
}): ReactNode {
  return (
    <dl className="cr-remarks">
      {[first, second, settled].map(
        (one) =>
          one && (
            <div key={one.by.empId}>
              <dt className="ops-muted">{one.by.name}</dt>
              <dd>{one.remarks}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

function Settle({
  row,
  off,
  first,
  onUnsaved,
}: Pick<Props, 'row' | 'off' | 'onUnsaved'> & { readonly first: Score }): ReactNode {
  const t = useReviewTranslations();
  const [scores, setScores] = useState(first.scores);
  const [fatal, setFatal] = useState(first.fatal);
  const [reason, setReason] = useState('');
  const { run, pending, failure, dismiss } = useCommand('callreview', 'settleCalibration');
  const total = totalOf(scores, fatal);
  const ready = off === null && reason.trim().length >= 10;
  const save = async (): Promise<void> => {
    if (!ready || !(await run(row.id, { scores, fatal: [...fatal], reason: reason.trim() }))) return;
    onUnsaved(false);
    toast({ text: t('settled', { ref: row.ref, total }), tone: 'ok' });
  };
  return (
    <form
      className="cb-facts"
      aria-label={t('settledScore')}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <h3>{t('settledScore')}</h3>
      <CardFields
        scores={scores}
        fatal={fatal}
        onScores={(next) => {
          onUnsaved(true);
          setScores(next);
        }}
        onFatal={(next) => {
          onUnsaved(true);
          setFatal(next);
        }}
      />
      <AreaField label={t('settleWhy')} value={reason} required maxLength={1000} onChange={setReason} />
      {failure && <InlineError failure={failure} onDismiss={dismiss} />}
      {off !== null && <p className="ops-muted">{off}</p>}
      <Button type="submit" loading={pending} disabled={!ready}>
        {t('settle', { total })}
      </Button>
    </form>
  );
}
