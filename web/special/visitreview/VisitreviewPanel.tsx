import type { ReactNode } from 'react';
import type { VisitReviewRow } from '#shared/feeds/visit-reviews.ts';
import type { SubjectPanelProps } from '#web/families/queue/subject.ts';
import type { Row } from '#web/live/rows.ts';
import { useFeed, useFeedRow } from '#web/live/use-feed.ts';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { useVisitTranslations } from './translations.ts';
import { Scores } from './Scores.tsx';
import { Visit } from './Visit.tsx';

/** A completed visit beside its queue, with its scores. */
export function VisitreviewPanel({ row, working, blocked, onUnsaved }: SubjectPanelProps): ReactNode {
  const t = useVisitTranslations();
  const feed = useFeed<VisitReviewRow & Row>('visits/reviews');
  const review = useFeedRow(feed.rows, row.id) as unknown as VisitReviewRow | undefined;
  if (!review?.face) return <Skeleton rows={8} />;
  const mine = working || row.state === 'claimed';
  return (
    <div className="vr-visit">
      <Visit face={review.face} id={review.id} />
      <Scores
        id={review.id}
        reference={review.face.ref}
        off={mine ? blocked : t('claimFirst')}
        onUnsaved={onUnsaved}
      />
    </div>
  );
}
