import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { reference } from '#shared/core/reference.ts';
import type { CallReviewRow } from '#shared/feeds/call-reviews.ts';
import { scoreHeads } from '#shared/streams/calls/review/state.ts';
import { useCommand } from '#web/live/use-command.ts';
import { useFeed, useFeedRow } from '#web/live/use-feed.ts';
import { RecordingPlayer } from '#web/parts/call/RecordingPlayer.tsx';
import { Dialog } from '#web/parts/Dialog.tsx';
import { AreaField } from '#web/parts/field/text-fields.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import { useFrame } from '#web/locales/translations.ts';
import { useOutCallTranslations } from './translations.ts';

type ReviewRow = { readonly [K in keyof CallReviewRow]: CallReviewRow[K] };

/** The agent listens to their own call again and disputes its score with a reason. */
export function Dispute({ callId, onClose }: { callId: string; onClose: () => void }): ReactNode {
  const t = useOutCallTranslations();
  const frame = useFrame();
  const [reason, setReason] = useState('');
  const { run, pending, failure } = useCommand('callreview', 'dispute');
  const review = useFeedRow(useFeed<ReviewRow>('calls/reviews').rows, callId);
  const ref = reference('CL', Number(callId));
  const send = async (): Promise<void> => {
    if (!(await run(callId, { reason: reason.trim() }))) return;
    toast({ text: t('disputed', { ref }), tone: 'ok' });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('disputeTitle', { ref })}
      keep={pending}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {frame('cancel')}
          </Button>
          <Button loading={pending} disabled={reason.trim().length < 10} onClick={() => void send()}>
            {t('dispute')}
          </Button>
        </>
      }
    >
      {review?.total != null && <p>{t('yourScore', { total: review.total })}</p>}
      {review?.counts && (
        <p className="ops-muted">
          {scoreHeads.map((head) => `${t(`head.${head}`)} ${review.counts?.scores[head] ?? ''}`).join(' · ')}
        </p>
      )}
      <RecordingPlayer
        callId={callId}
        label={t('recording', { ref })}
        notes={{ rows: review?.moments ?? [], empId: null }}
      />
      <AreaField
        label={t('disputeWhy')}
        value={reason}
        required
        autoFocus
        maxLength={500}
        onChange={setReason}
      />
      {failure && <InlineError failure={failure} />}
    </Dialog>
  );
}
