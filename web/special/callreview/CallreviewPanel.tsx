import { Button, NumberInput } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { SubjectPanelProps } from '#web/families/queue/subject.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { useCommand } from '#web/live/use-command.ts';
import { useFeed, useFeedRow } from '#web/live/use-feed.ts';
import { RecordingPlayer } from '#web/parts/call/RecordingPlayer.tsx';
import { AreaField } from '#web/parts/field/text-fields.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import { Compare } from './Compare.tsx';
import type { ReviewRowHere } from './row.ts';
import { Scorecard } from './Scorecard.tsx';
import { useReviewTranslations } from './translations.ts';
import './callreview.css';

type Part = Pick<SubjectPanelProps, 'row'> & { readonly off: string | null };

/** The recording beside its scorecard; a disputed score is decided here, and two scores are settled. */
export function CallreviewPanel({ row, working, blocked, onUnsaved }: SubjectPanelProps): ReactNode {
  const t = useReviewTranslations();
  const mine = working || row.state === 'claimed';
  const off = !mine ? t('claimFirst') : blocked;
  const review = useFeedRow(useFeed<ReviewRowHere>('calls/reviews').rows, row.id);
  return (
    <div className="cb-facts">
      <Listen row={row} off={off} review={review} />
      {row.stage === 'disputed' && <Decide row={row} off={off} />}
      {row.stage === 'sampled' && <Scorecard row={row} off={off} onUnsaved={onUnsaved} command="score" />}
      {row.stage === 'calibrating' && <Second row={row} off={off} onUnsaved={onUnsaved} />}
      {row.stage === 'comparing' && (
        <Compare row={row} off={off} review={review} onUnsaved={onUnsaved} key={review?.second?.by.empId} />
      )}
    </div>
  );
}

/** The recording with its notes; whoever holds the row adds some. */
function Listen({ row, off, review }: Part & { readonly review: ReviewRowHere | undefined }): ReactNode {
  const t = useReviewTranslations();
  const { empId } = usePerson();
  const [listening, setListening] = useState(false);
  const note = useCommand('callreview', 'noteMoment');
  const remove = useCommand('callreview', 'removeMoment');
  if (!listening)
    return (
      <Button variant="light" onClick={() => setListening(true)}>
        {t('listen')}
      </Button>
    );
  return (
    <>
      <RecordingPlayer
        callId={row.id}
        label={t('recording', { ref: row.ref })}
        notes={{
          rows: review?.moments ?? [],
          empId,
          pending: note.pending,
          ...(off === null
            ? {
                onAdd: async (atSec: number, text: string) =>
                  (await note.run(row.id, { atSec, text })) !== null,
                onRemove: (id: string) => void remove.run(row.id, { id }),
              }
            : {}),
        }}
      />
      {note.failure && <InlineError failure={note.failure} onDismiss={note.dismiss} />}
      {remove.failure && <InlineError failure={remove.failure} onDismiss={remove.dismiss} />}
    </>
  );
}

/** The second score of a calibration, given blind; a lead withdraws it instead. */
function Second({ row, off, onUnsaved }: Part & Pick<SubjectPanelProps, 'onUnsaved'>): ReactNode {
  const t = useReviewTranslations();
  const lead = hasRight(usePerson(), 'Out Bound/qualityReview:approve');
  const [reason, setReason] = useState('');
  const { run, pending, failure, dismiss } = useCommand('callreview', 'withdrawCalibration');
  if (!lead)
    return (
      <>
        <p className="cb-shut">{t('blind')}</p>
        <Scorecard row={row} off={off} onUnsaved={onUnsaved} command="scoreAgain" />
      </>
    );
  const send = async (): Promise<void> => {
    if (await run(row.id, { reason: reason.trim() }))
      toast({ text: t('withdrawn', { ref: row.ref }), tone: 'ok' });
  };
  return (
    <section className="cb-facts">
      <p className="cb-shut">{t('blindLead')}</p>
      <AreaField label={t('withdrawWhy')} value={reason} required maxLength={500} onChange={setReason} />
      {failure && <InlineError failure={failure} onDismiss={dismiss} />}
      <Button
        variant="default"
        loading={pending}
        disabled={reason.trim().length < 10}
        onClick={() => void send()}
      >
        {t('withdraw')}
      </Button>
    </section>
  );
}

function Decide({ row, off }: Part): ReactNode {
  const t = useReviewTranslations();
  const before = 'score' in row && typeof row.score === 'number' ? row.score : 0;
  const dispute = 'dispute' in row ? String(row.dispute) : '';
  const [total, setTotal] = useState(before);
  const [remarks, setRemarks] = useState('');
  const { run, pending, failure, dismiss } = useCommand('callreview', 'finalize');
  const save = async (): Promise<void> => {
    if (await run(row.id, { total, remarks: remarks.trim() }))
      toast({ text: t('decided', { ref: row.ref, total }), tone: 'ok' });
  };
  return (
    <section className="cb-facts">
      <p className="cb-shut">{dispute}</p>
      <NumberInput
        label={t('finalScore')}
        min={0}
        max={100}
        value={total}
        onChange={(value) => setTotal(Math.max(0, Math.min(100, Number(value) || 0)))}
      />
      <AreaField label={t('remarks')} value={remarks} required maxLength={1000} onChange={setRemarks} />
      {failure && <InlineError failure={failure} onDismiss={dismiss} />}
      {off !== null && <p className="ops-muted">{off}</p>}
      <Button
        loading={pending}
        disabled={off !== null || remarks.trim().length < 3}
        onClick={() => void save()}
      >
        {t('finalize', { total })}
      </Button>
    </section>
  );
}
