import type { ReactNode } from 'react';
import { reference } from '#shared/core/reference.ts';
import type { CallReviewRow } from '#shared/feeds/call-reviews.ts';
import { scoreHeads } from '#shared/streams/calls/review/state.ts';
import { useCommand } from '#web/live/use-command.ts';
import { useFeed, useFeedRow } from '#web/live/use-feed.ts';
import { RecordingPlayer } from '#web/parts/call/RecordingPlayer.tsx';
import { ReasonDialog } from '#web/parts/send/ReasonDialog.tsx';
import { useOutCallTranslations } from './translations.ts';

type ReviewRow = { readonly [K in keyof CallReviewRow]: CallReviewRow[K] };

/** The agent listens to their own call again and disputes its score with a reason. */
export function Dispute({ callId, onClose }: { callId: string; onClose: () => void }): ReactNode {
  const t = useOutCallTranslations();
  const dispute = useCommand('callreview', 'dispute');
  const review = useFeedRow(useFeed<ReviewRow>('calls/reviews').rows, callId);
  const ref = reference('CL', Number(callId));
  return (
    <ReasonDialog
      about={['callreview.dispute', callId]}
      title={t('disputeTitle', { ref })}
      verb={t('dispute')}
      label={t('disputeWhy')}
      least={10}
      most={500}
      sending={dispute}
      send={(reason) => dispute.run(callId, { reason })}
      done={t('disputed', { ref })}
      onClose={onClose}
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
    </ReasonDialog>
  );
}
