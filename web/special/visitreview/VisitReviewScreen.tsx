import { useState } from 'react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { VisitReviewRow } from '#shared/feeds/visit-reviews.ts';
import type { QueueRow } from '#shared/families/queue-row.ts';
import { visitHeads } from '#shared/streams/leads/visitreview/state.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import type { Row } from '#web/live/rows.ts';
import { useCommand } from '#web/live/use-command.ts';
import { useFeed, useFeedRow, useFeedRows, useOnline } from '#web/live/use-feed.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { ReasonDialog } from '#web/parts/send/ReasonDialog.tsx';
import { Freshness } from '#web/parts/Freshness.tsx';
import { ChoiceFilter, ListBar, ListScreen, SearchBox } from '#web/parts/list/ListHead.tsx';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { DeniedState, EmptyState, InlineError } from '#web/parts/states.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { formatInstant } from '#web/locales/formats.ts';
import { Scores } from './Scores.tsx';
import { useVisitTranslations } from './translations.ts';
import { Visit } from './Visit.tsx';
import './visitreview.css';
import { finder } from '#shared/core/plain.ts';

type Live = VisitReviewRow & Row;

/**
 * Visits and their reviews: choose one on the left, see its details on the right, score it or reopen its
 * review.
 */
export function VisitReviewScreen(): ReactNode {
  const t = useVisitTranslations();
  const feed = useFeed<Live>('visits/reviews');
  const rows = useFeedRows(feed.rows) as unknown as readonly VisitReviewRow[];
  const [params, setParams] = useSearchParams();
  const [search, setSearch] = useState('');
  const [stage, setStage] = useState<string | null>('pending');
  const openId = params.get('id');
  if (feed.condition === 'denied') return <DeniedState>{feed.message || undefined}</DeniedState>;
  const found = finder(search);
  const shown = rows
    .filter(
      (row) =>
        row.face !== null &&
        (stage === null || row.stage === stage) &&
        found(`${row.face.ref} ${row.face.customer} ${row.face.who} ${row.face.visitor.name}`),
    )
    .toSorted((a, b) => (b.face?.completedAt ?? '').localeCompare(a.face?.completedAt ?? ''));
  const open = rows.find(({ id }) => id === openId) ?? shown[0];
  return (
    <ListScreen>
      <ListBar end={<Freshness {...feed.freshness} />}>
        <SearchBox name="visitReviews" label={t('find')} value={search} onChange={setSearch} />
        <ChoiceFilter
          label={t('stage')}
          any={t('anyStage')}
          choices={(['pending', 'reviewed'] as const).map((value) => ({ value, label: t(`stage.${value}`) }))}
          value={stage}
          onChange={setStage}
        />
      </ListBar>
      {feed.condition === 'connecting' && rows.length === 0 ? (
        <Skeleton rows={10} />
      ) : shown.length === 0 && !open ? (
        <EmptyState title={t('empty')}>{t('emptyText')}</EmptyState>
      ) : (
        <div className="vr-screen">
          <ul className="vr-list" aria-label={t('list')}>
            {shown.map((row) => (
              <li key={row.id}>
                <button
                  type="button"
                  aria-current={row.id === open?.id || undefined}
                  onClick={() => setParams({ id: row.id }, { replace: true })}
                >
                  <b>{row.face?.customer || row.face?.who}</b>{' '}
                  <span className="ops-code ops-muted">{row.face?.ref}</span>
                  <span className="ops-muted ops-figures">
                    {row.face?.visitor.name} · {row.face && formatInstant(row.face.completedAt)}
                    {row.review && ` · ${row.review.total}`}
                  </span>
                </button>
              </li>
            ))}
          </ul>
          {open && <One key={open.id} row={open} live={feed.condition === 'live'} />}
        </div>
      )}
    </ListScreen>
  );
}

function One({ row, live }: { row: VisitReviewRow; live: boolean }): ReactNode {
  const t = useVisitTranslations();
  const person = usePerson();
  const up = useOnline();
  const queue = useFeed<QueueRow & Row>('queue/reviewAppointmentList');
  const item = useFeedRow(queue.rows, row.id) as unknown as QueueRow | undefined;
  const claim = useCommand('queueitem', 'claim');
  const [reopening, setReopening] = useState(false);
  const { face, review } = row;
  if (!face) return null;
  const mine = item?.holder?.empId === person.empId;
  const own = face.visitor.empId === person.empId;
  const off = !live || !up ? t('offLine') : own ? t('ownVisit') : mine ? null : t('claimFirst');
  return (
    <article className="vr-one">
      <header>
        <h2>
          {face.customer || face.who} <span className="ops-code ops-muted">{face.ref}</span>
        </h2>
        <StatusWord soft tone={row.stage === 'pending' ? 'info' : 'muted'}>
          {t(row.stage === 'pending' ? 'stage.pending' : 'stage.reviewed')}
        </StatusWord>
        {row.stage === 'pending' && !mine && (
          <ActionButton
            primary
            label={item?.holder ? t('heldBy', { name: item.holder.name }) : t('claim')}
            pending={claim.pending}
            disabled={own ? t('ownVisit') : item?.holder ? t('heldBy', { name: item.holder.name }) : null}
            onClick={() => void claim.run(`reviewAppointmentList-${row.id}`)}
          />
        )}
        {row.stage === 'reviewed' && hasRight(person, 'Out Bound/visitReviewV2:edit') && !own && (
          <ActionButton label={t('reopen')} onClick={() => setReopening(true)} />
        )}
      </header>
      {claim.failure && <InlineError failure={claim.failure} onDismiss={claim.dismiss} />}
      {row.reopened && row.stage === 'pending' && (
        <p className="ops-tone-warn vr-plain">{t('reopenedText', { reason: row.reopened })}</p>
      )}
      <div className="vr-halves">
        <div className="vr-visit">
          <Visit face={face} id={row.id} />
        </div>
        {row.stage === 'pending' ? (
          <Scores id={row.id} reference={face.ref} off={off} />
        ) : (
          review && (
            <section className="vr-scores">
              <h3 className="vr-head">{t('scoredBy', { name: review.by.name, total: review.total })}</h3>
              <dl className="vr-facts">
                {visitHeads.map((head) => (
                  <div key={head}>
                    <dt>{t(`head.${head}`)}</dt>
                    <dd className="ops-figures">{review.scores[head]} / 5</dd>
                  </div>
                ))}
              </dl>
              <p className="vr-plain">{review.remarks}</p>
            </section>
          )
        )}
      </div>
      {reopening && <Reopen row={row} onClose={() => setReopening(false)} />}
    </article>
  );
}

function Reopen({ row, onClose }: { row: VisitReviewRow; onClose: () => void }): ReactNode {
  const t = useVisitTranslations();
  const reopen = useCommand('visitreview', 'reopen');
  const ref = row.face?.ref ?? '';
  return (
    <ReasonDialog
      about={['visitreview.reopen', row.id]}
      title={t('reopenTitle', { ref })}
      verb={t('reopen')}
      label={t('reopenWhy')}
      most={500}
      sending={reopen}
      send={(reason) => reopen.run(row.id, { reason }, { version: row.version })}
      done={t('reopened', { ref })}
      onClose={onClose}
    />
  );
}
