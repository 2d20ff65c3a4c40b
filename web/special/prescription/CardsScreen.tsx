import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import type { EntryRow } from '#shared/queues/pd-list.ts';
import { pdList } from '#shared/queues/pd-list.ts';
import { compareRanks } from '#shared/core/rank.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import type { Row } from '#web/live/rows.ts';
import { useCommand } from '#web/live/use-command.ts';
import { useArriving, useFeed, useFeedRows, useOnline } from '#web/live/use-feed.ts';
import { formatAge } from '#web/locales/formats.ts';
import { useServerSecond } from '#web/locales/server-clock.ts';
import { addTranslations, useTranslations } from '#web/locales/translations.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { Freshness } from '#web/parts/Freshness.tsx';
import { ListBar, ListScreen } from '#web/parts/list/ListHead.tsx';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { DeniedState, EmptyState, InlineError } from '#web/parts/states.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { Cover } from './Cover.tsx';
import { useCardsTranslations } from './cards-translations.ts';
import { Questions } from './Questions.tsx';
import './prescription.css';
import './cards.css';

addTranslations(pdList.name, pdList.translations);

type LiveRow = EntryRow & Row;

/**
 * The entry desk as cards with their first pages: my claimed ones, then acute and chronic, sorted as at the
 * desk.
 */
export function CardsScreen(): ReactNode {
  const t = useCardsTranslations();
  const person = usePerson();
  const feed = useFeed<LiveRow>('queue/pdListv2');
  const rows = useFeedRows(feed.rows);
  const { complete } = useArriving(feed.rows);
  const sorted = useMemo(() => rows.toSorted((a, b) => compareRanks(pdList.rank(a), pdList.rank(b))), [rows]);
  if (feed.condition === 'denied') return <DeniedState />;
  const mine = sorted.filter(({ holder }) => holder?.empId === person.empId);
  const others = sorted.filter(({ holder }) => holder?.empId !== person.empId);
  const groups = [
    ...(mine.length > 0 ? [{ name: 'mine', rows: mine }] : []),
    { name: 'acute', rows: others.filter(({ caseType }) => caseType === 'acute') },
    { name: 'chronic', rows: others.filter(({ caseType }) => caseType === 'chronic') },
  ];
  return (
    <ListScreen>
      <ListBar end={<Freshness {...feed.freshness} />}>{null}</ListBar>
      {!complete && rows.length === 0 ? (
        <Skeleton rows={6} />
      ) : rows.length === 0 ? (
        <div className="rx-groups">
          <Questions />
          <EmptyState title={t('empty')}>{t('emptyText')}</EmptyState>
        </div>
      ) : (
        <div className="rx-groups">
          <Questions />
          {groups.map((group) => (
            <section key={group.name} aria-label={t(group.name)}>
              <h2>
                {t(group.name)}{' '}
                <span className="ops-muted ops-figures">{complete ? group.rows.length : '–'}</span>
              </h2>
              {complete && group.rows.length === 0 && <p className="ops-muted">{t('none')}</p>}
              <ul className="rx-cards">
                {group.rows.map((row) => (
                  <Card key={row.id} row={row} />
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
    </ListScreen>
  );
}

function Card({ row }: { readonly row: LiveRow }): ReactNode {
  const t = useCardsTranslations();
  const desk = useTranslations(pdList.name).t;
  const person = usePerson();
  const online = useOnline();
  const now = useServerSecond();
  const go = useNavigate();
  const claim = useCommand('queueitem', 'claim');
  const mine = row.holder?.empId === person.empId;
  const open = (): void => void go(`${pdList.route}?row=${row.id}`);
  const take = async (): Promise<void> => {
    if (await claim.run(`${pdList.name}-${row.id}`)) open();
  };
  const off = !hasRight(person, 'Prescription/pdList:edit')
    ? t('noRight')
    : !online
      ? t('offline')
      : row.readers.includes(person.empId)
        ? t('off')
        : null;
  const stage = row.stage ?? 'pending';
  const breached = row.breachAt !== null && Date.parse(row.breachAt) <= now;
  return (
    <li className="rx-card" data-breached={breached || undefined}>
      <Cover file={row.cover} through={`prescription-${row.id}`} label={t('cover', { ref: row.ref })} />
      <b>{row.patient}</b>
      <span>
        <span className="ops-code">{row.ref}</span>{' '}
        <span className="ops-muted">{t('pages', { count: row.pages })}</span>
      </span>
      <span>
        <StatusWord tone={pdList.tones[stage] ?? 'muted'} dot>
          {desk(`stage.${stage}`)}
        </StatusWord>{' '}
        <span className={breached ? 'ops-tone-danger ops-figures' : 'ops-muted ops-figures'}>
          {formatAge(now - Date.parse(row.enteredAt))}
        </span>
      </span>
      {mine ? (
        <ActionButton label={t('open')} primary onClick={open} />
      ) : row.holder ? (
        <span className="ops-muted">{t('heldBy', { name: row.holder.name })}</span>
      ) : (
        <ActionButton label={t('claim')} disabled={off} pending={claim.pending} onClick={() => void take()} />
      )}
      {claim.failure && <InlineError failure={claim.failure} onDismiss={claim.dismiss} />}
    </li>
  );
}
