import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { instantOf } from '#shared/core/day.ts';
import { scoreHeads } from '#shared/streams/calls/review/state.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { useCommand } from '#web/live/use-command.ts';
import { useFeed, useFeedRows } from '#web/live/use-feed.ts';
import { formatDate, formatInstant } from '#web/locales/formats.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import { Chart } from '#web/parts/chart/Chart.tsx';
import { Dialog } from '#web/parts/Dialog.tsx';
import { SelectField } from '#web/parts/field/choice-fields.tsx';
import { EmptyState, InlineError } from '#web/parts/states.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { toast } from '#web/parts/toast.tsx';
import type { ReviewRowHere } from '../callreview/row.ts';
import { Remarks, SideBySide } from '../callreview/Compare.tsx';
import { useReviewTranslations } from '../callreview/translations.ts';
import { useTrendTranslations } from './translations.ts';
import { agentsOf, figures, reviewsOf, weekly, weekOf, weeksTo, type Figure } from './trend.ts';
import '../callreview/callreview.css';

/** The scores of one agent over the weeks, and the reviews behind them. */
export function TrendDialog({ onClose }: { onClose: () => void }): ReactNode {
  const t = useTrendTranslations();
  const head = useReviewTranslations();
  const rows = useFeedRows(useFeed<ReviewRowHere>('calls/reviews').rows);
  const known = rows.filter(({ counts }) => counts !== null);
  const agents = agentsOf(known);
  const [chosen, setChosen] = useState<string | null>(null);
  const [figure, setFigure] = useState<Figure | 'all'>('total');
  const [week, setWeek] = useState<string | null>(null);
  const agent = agents.find(({ empId }) => String(empId) === chosen) ?? agents[0];
  const weeks = weeksTo(serverClock.now());
  const reviews = agent ? reviewsOf(known, agent.empId) : [];
  const nameOf = (one: Figure): string => (one === 'total' ? t('figure.total') : head(`head.${one}`));
  const labels = weeks.map((one) => formatDate(instantOf(one)));
  const shown = reviews.filter(({ scoredAt }) =>
    week === null
      ? weeks.includes(weekOf(Date.parse(scoredAt ?? '')))
      : weekOf(Date.parse(scoredAt ?? '')) === week,
  );
  return (
    <Dialog open onClose={onClose} title={t('title')} width={820}>
      {!agent ? (
        <EmptyState title={t('none')}>{t('noneText')}</EmptyState>
      ) : (
        <div className="cr-trend">
          <div className="cr-choose">
            <SelectField
              label={t('agent')}
              value={String(agent.empId)}
              required
              choices={agents.map(({ empId, name }) => ({ value: String(empId), label: name }))}
              onChange={(next) => {
                setChosen(next);
                setWeek(null);
              }}
            />
            <SelectField
              label={t('show')}
              value={figure}
              required
              choices={[
                ...figures.map((one) => ({ value: one, label: nameOf(one) })),
                { value: 'all', label: t('figure.all') },
              ]}
              onChange={(next) => setFigure((next ?? 'total') as Figure | 'all')}
            />
          </div>
          <Chart
            title={t('chart', { name: agent.name })}
            kind="bar"
            categories={labels}
            series={(figure === 'all' ? scoreHeads : [figure]).map((one) => ({
              name: nameOf(one),
              values: weekly(reviews, weeks, one),
            }))}
            onPick={(label) => setWeek(weeks[labels.indexOf(label)] ?? null)}
          />
          <div className="cr-line">
            <h3>{week === null ? t('reviews') : t('ofWeek', { week: formatDate(instantOf(week)) })}</h3>
            {week !== null && (
              <Button size="compact-xs" variant="subtle" onClick={() => setWeek(null)}>
                {t('everyWeek')}
              </Button>
            )}
          </div>
          {shown.length === 0 && <p className="ops-muted">{t('none')}</p>}
          <ul className="cr-reviews">
            {shown.map((row) => (
              <Review key={row.id} row={row} />
            ))}
          </ul>
        </div>
      )}
    </Dialog>
  );
}

/** One review: its score, who gave it, both scores after a calibration; a lead asks for a second one. */
function Review({ row }: { row: ReviewRowHere }): ReactNode {
  const t = useTrendTranslations();
  const head = useReviewTranslations();
  const lead = hasRight(usePerson(), 'Out Bound/qualityReview:approve');
  const [open, setOpen] = useState(false);
  const { run, pending, failure, dismiss } = useCommand('callreview', 'calibrate');
  const { face, first, second, settled, counts, total } = row;
  const { ref } = face;
  const again = async (): Promise<void> => {
    if (await run(row.id, {})) toast({ text: t('requested', { ref }), tone: 'ok' });
  };
  return (
    <li>
      <div className="cr-line">
        <button
          type="button"
          className="ops-link ops-code"
          aria-expanded={open}
          aria-label={t('details', { ref })}
          onClick={() => setOpen(!open)}
        >
          {ref}
        </button>
        <strong className="ops-figures">{total}</strong>
        <span className="ops-muted">
          {row.scoredAt && formatInstant(Date.parse(row.scoredAt))} ·{' '}
          {t(settled ? 'settledBy' : 'scoredBy', { name: counts?.by.name ?? '' })}
        </span>
        {row.calibrated ? (
          <StatusWord tone="info" soft>
            {t('calibrated')}
          </StatusWord>
        ) : lead && row.stage !== 'disputed' ? (
          <Button size="compact-xs" variant="default" loading={pending} onClick={() => void again()}>
            {t('calibrate')}
          </Button>
        ) : (
          <span />
        )}
      </div>
      {failure && <InlineError failure={failure} onDismiss={dismiss} />}
      {open && first && (
        <>
          {second ? (
            <SideBySide name={head('compare', { ref })} first={first} second={second} settled={settled} />
          ) : (
            <p className="ops-muted">
              {scoreHeads.map((one) => `${head(`head.${one}`)} ${first.scores[one]}`).join(' · ')}
            </p>
          )}
          <Remarks first={first} second={second} settled={settled} />
        </>
      )}
    </li>
  );
}
