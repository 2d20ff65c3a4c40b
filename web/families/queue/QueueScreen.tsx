import { Button } from '@mantine/core';
import { Suspense, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { authorText } from '#shared/core/authors.ts';
import type { QueueDef } from '#shared/families/queue.ts';
import type { QueueAction } from '#shared/families/queue-actions.ts';
import type { QueueRow } from '#shared/families/queue-row.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { useFeed, useFeedRows } from '#web/live/use-feed.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { useCommands } from '#web/parts/commands/use-commands.ts';
import type { Command } from '#web/parts/commands/registry.ts';
import { Freshness } from '#web/parts/Freshness.tsx';
import { ColumnChooser, GridFoot, LeasePill } from '#web/parts/grid/around.tsx';
import { useGrid, useGridNow } from '#web/parts/grid/control.ts';
import { Grid } from '#web/parts/grid/Grid.tsx';
import { DescribedRows } from '#web/parts/grid/said-rows.ts';
import { useSoFar } from '#web/parts/grid/use-so-far.ts';
import { Beside } from '#web/parts/Panel.tsx';
import { DeniedState, EmptyState, InlineError } from '#web/parts/states.tsx';
import { formatMoment, formatSeconds } from '#web/locales/formats.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import { useFrame, useLanguage, useTranslations } from '#web/locales/translations.ts';
import { AsOf } from './AsOf.tsx';
import { InputsDialog } from './InputsDialog.tsx';
import { gridColumns } from './columns.ts';
import { loadQueue } from './declaration.ts';
import { FilterBar } from './FilterBar.tsx';
import { isFiltered, noFilters, passes } from './filters.ts';
import { keep, keptOf } from './keep.ts';
import { byRank } from './next-item.ts';
import { keyedActions, offers } from './offer.ts';
import type { Offered } from './offer.ts';
import { useNames } from './places.ts';
import { queueHead } from './head.ts';
import { QueuePanel } from './QueuePanel.tsx';
import { SeveralBar, SeveralDialog } from './Several.tsx';
import { Strip } from './Strip.tsx';
import { undoables } from './undoables.ts';
import { UndoBar } from './UndoBar.tsx';
import { useBlocked } from './use-blocked.ts';
import { useLeases } from './use-leases.ts';
import { useShut } from './use-shut.ts';
import { useNarrow } from '#web/parts/use-narrow.ts';
import { usePast } from './use-past.ts';
import { useQueryState } from './use-query-state.ts';
import { useWork, type LiveQueueRow } from './use-work.ts';
import { useQueueTranslations } from './translations.ts';
import './queue.css';

/** The screen of every queue, driven by its declaration. */
export function QueueScreen({ name }: { name: string }): ReactNode {
  const def = use(loadQueue(name));
  return <Room def={def} />;
}

interface Seen {
  readonly row: QueueRow;
  readonly left: string | null;
}

function Room({ def }: { def: QueueDef }): ReactNode {
  const t = useQueueTranslations();
  const frame = useFrame();
  const readIn = useLanguage();
  const own = useTranslations(def.name).t;
  const person = usePerson();
  const narrow = useNarrow();
  const names = useNames();
  const state = useQueryState(def, person.empId);
  const feed = useFeed<LiveQueueRow>(`queue/${def.name}`);
  const liveRows = useFeedRows(feed.rows);
  const { complete, soFar: arriving } = useSoFar(feed.rows);
  const past = usePast(feed.name, state.at);
  const blocked = useBlocked(feed, state.at);
  const control = useGrid<QueueRow>();
  const { selected, focused } = useGridNow(control);
  const at = state.at ? Date.parse(state.at) : null;
  const shownRows: readonly QueueRow[] = state.at ? past.list : liveRows;
  const known = state.at ? past.status === 'ready' : complete;
  const soFar = state.at ? null : arriving;

  const openRow = state.open;
  const shut = useShut(def);
  const work = useWork({ def, rows: feed.rows, person, blocked, open: openRow, t, shut });
  const Head = queueHead(def.name);
  useLeases(def, liveRows, person.empId, feed.condition === 'live', work.commands.touched, t);

  // rows for the grid, with translated reasons for leaving
  const subjectTranslations = useTranslations(def.subject).t;
  const itemTranslations = useTranslations('queueitem').t;
  const announceLeft = useCallback(
    (left: { why: string; by: string | null; at: string | null }): string => {
      const what =
        subjectTranslations(left.why) === left.why
          ? itemTranslations(left.why)
          : subjectTranslations(left.why);
      const time = left.at ? formatMoment(left.at, serverClock.now()) : '';
      return left.by
        ? t('left.by', { what, by: authorText(left.by, readIn), time })
        : t('left.at', { what, time });
    },
    [subjectTranslations, itemTranslations, t, readIn],
  );
  const latestTranslate = useRef(announceLeft);
  latestTranslate.current = announceLeft;
  const text = useMemo(
    () => new DescribedRows<QueueRow>(feed.rows, (left) => latestTranslate.current(left)),
    [feed.rows],
  );

  // the open row: current, or as it last was
  const [seen, setSeen] = useState<Seen | null>(null);
  const { openId } = state;
  const current = openId === null ? null : (shownRows.find(({ id }) => id === openId) ?? null);
  useEffect(() => {
    if (openId === null) setSeen(null);
    else if (current) setSeen({ row: current, left: null });
  }, [openId, current]);
  useEffect(
    () =>
      feed.rows.onBatch((batch) => {
        const left = openId === null ? undefined : batch.left.get(openId);
        if (left) setSeen((before) => (before ? { ...before, left: latestTranslate.current(left) } : before));
      }),
    [feed.rows, openId],
  );
  const open: Seen | null =
    openId === null
      ? null
      : current
        ? { row: current, left: null }
        : seen && seen.row.id === openId
          ? { row: seen.row, left: seen.left ?? '' }
          : null;

  const place = names.place;
  const language = names.language;
  const columns = useMemo(
    () => gridColumns(def, { own, t, place, language, feed: state.at ? null : feed.name, at, narrow, shut }),
    [def, own, t, place, language, feed.name, state.at, at, narrow, shut],
  );
  const sort = useMemo(() => byRank(def), [def]);
  const filter = useMemo(
    () => passes(state.filters, () => at ?? serverClock.now(), person.empId),
    [state.filters, at, person.empId],
  );

  const together = narrow
    ? []
    : def.actions.filter(
        ({ several, right }) => several && hasRight(person, `${def.group}/${def.entity}:${right}`),
      );
  const multi = together.length > 0;
  const ticked = multi ? selected.flatMap((id) => feed.rows.get(id) ?? []) : [];
  const [sending, setSending] = useState<{
    readonly action: QueueAction;
    readonly rows: readonly QueueRow[];
  } | null>(null);
  const several =
    openId === null && selected.length > 1 ? t('off.several', { count: selected.length }) : null;
  const targetId = openId ?? (several ? null : ((multi ? focused : selected[0]) ?? null));
  const target =
    open && open.left === null
      ? open.row
      : targetId === null || openId !== null
        ? null
        : (shownRows.find(({ id }) => id === targetId) ?? null);
  const offered = target
    ? offers(target, { def, person, now: serverClock.now(), blocked, t, own, shut })
    : [];
  const { act } = work;
  const give = useCallback((action: QueueAction, row: QueueRow) => act(action, row), [act]);
  const last = undoables(def, liveRows, person.empId, serverClock.now()).at(-1);

  const claiming: readonly Command[] = [
    {
      id: 'queue.next',
      label: t('next'),
      keys: 'n',
      scope: 'screen',
      disabled: blocked,
      run: () => work.next(),
    },
    {
      id: 'queue.done',
      label: t('done'),
      keys: 'e',
      scope: 'screen',
      disabled: blocked ?? several,
      run: () => work.done(target, offered),
    },
    {
      id: 'queue.undo',
      label: frame('undo'),
      keys: 'z',
      scope: 'screen',
      permitted: last !== undefined,
      until: last?.until,
      disabled: blocked,
      run: () => last && act(last.action, last.row, () => openRow(last.row.id)),
    },
  ];
  const many = ticked.length > 1;
  const keyed = keyedActions(offered, { def, person, several }).filter(
    ({ action }) => !(many && together.includes(action)),
  );
  useCommands([
    ...(def.lease ? claiming : []),
    ...keyed.map(({ action, keys, off }): Command => ({
      id: `queue.${action.name}`,
      label: own(`action.${action.name}`),
      keys,
      scope: 'screen',
      disabled: off,
      run: () => target && give(action, target),
    })),
    ...together.flatMap((action): readonly Command[] =>
      action.key
        ? [
            {
              id: `queue.several.${action.name}`,
              label: own(`action.${action.name}`),
              keys: action.key,
              scope: 'screen',
              permitted: many,
              disabled: blocked,
              run: () => setSending({ action, rows: ticked }),
            },
          ]
        : [],
    ),
  ]);

  if (feed.condition === 'denied') return <DeniedState>{feed.message || undefined}</DeniedState>;
  const filtered = isFiltered(state.filters);
  const trouble = work.commands.trouble;
  return (
    <div className="qu-screen" data-past={state.at ? true : undefined}>
      <div className="qu-top">
        <Strip
          rows={shownRows}
          known={known}
          claimable={def.lease !== null}
          empId={person.empId}
          at={at}
          chosen={state.filters.count}
          onChoose={(count) => state.setFilters({ ...state.filters, count })}
          onOpen={(id) => {
            control.focus(id);
            openRow(id);
          }}
        />
        <span className="qu-side">
          <AsOf at={state.at} onGo={state.goTo} />
          {!state.at && <Freshness {...feed.freshness} />}
        </span>
      </div>
      {Head && (
        <Suspense fallback={null}>
          <Head off={blocked} onOpen={openRow} />
        </Suspense>
      )}
      <div className="qu-bar">
        <FilterBar
          def={def}
          rows={shownRows}
          known={known}
          filters={state.filters}
          onChange={state.setFilters}
          narrow={narrow}
        />
        <span className="qu-bar-end">
          {!state.at && <LeasePill control={control} />}
          {!narrow && <ColumnChooser control={control} />}
          {def.lease && (
            <ActionButton
              label={t('next')}
              keys="n"
              primary
              pending={work.commands.pending === 'claim'}
              disabled={blocked}
              onClick={() => work.next()}
            />
          )}
        </span>
      </div>
      {multi && !state.at && (
        <SeveralBar
          rows={ticked}
          actions={together}
          own={own}
          off={blocked}
          onAct={(action) => setSending({ action, rows: ticked })}
          onNone={() => control.selectAll([])}
        />
      )}
      <Beside
        panel={
          open && (
            <QueuePanel
              def={def}
              row={open.row}
              empId={person.empId}
              feed={state.at ? null : feed.name}
              left={open.left}
              blocked={blocked}
              offered={open.left === null ? offered : []}
              pending={work.commands.pending}
              trouble={work.prompting ? null : trouble}
              answered={work.answered}
              onAct={({ action }: Offered) => act(action, open.row)}
              onRetry={() => void work.commands.retry()}
              onDismiss={work.commands.dismiss}
              onClose={() => {
                openRow(null);
                if (!targetId) return;
                control.focus(targetId);
                control.leave(targetId);
              }}
            />
          )
        }
      >
        <Grid
          key={`${state.at ?? 'live'} ${narrow}`}
          control={control}
          label={own('title')}
          columns={columns}
          rows={state.at ? past.rows : text}
          sort={sort}
          search={state.filters.search}
          {...(filter ? { filter } : {})}
          filtered={filtered}
          {...(soFar ? { arriving: soFar } : {})}
          status={state.at ? past.status : !complete && liveRows.length === 0 ? 'loading' : 'ready'}
          {...(past.failure ? { failure: past.failure } : {})}
          {...(state.at ? { onRetry: past.retry } : {})}
          selectedId={openId}
          multi={multi && !state.at}
          onMove={(row) => openId !== null && multi && openRow(row.id)}
          empty={<EmptyState title={t('emptyTitle')}>{t('emptyText')}</EmptyState>}
          noMatchActions={
            <Button variant="light" onClick={() => state.setFilters(noFilters)}>
              {t('clearFilters')}
            </Button>
          }
          {...(narrow
            ? {}
            : {
                arranged: keptOf(person.empId, def.name).columns ?? [],
                onArranged: (list) => keep(person.empId, def.name, { columns: list }),
              })}
          onOpen={(row) => openRow(row.id)}
          onClick={(row) => openRow(row.id)}
          onSelect={(ids) => {
            if (!multi && openId !== null && ids[0] && ids[0] !== openId) openRow(ids[0]);
          }}
        />
        {trouble && !work.prompting && trouble.row.id !== open?.row.id && (
          <div className="qu-trouble">
            <InlineError
              failure={trouble.failure}
              onDismiss={work.commands.dismiss}
              {...(trouble.failure.again ? { onRetry: () => void work.commands.retry() } : {})}
            />
          </div>
        )}
        <UndoBar
          def={def}
          rows={liveRows}
          empId={person.empId}
          own={own}
          off={blocked}
          onUndo={(one) => act(one.action, one.row, () => openRow(one.row.id))}
        />
        <GridFoot control={control} arriving={soFar}>
          {feed.condition !== 'live' && !state.at && (
            <span className="ops-tone-warn">
              {frame(`feed.${feed.condition}`, { time: formatSeconds(feed.since) })}
            </span>
          )}
        </GridFoot>
      </Beside>
      {sending && (
        <SeveralDialog
          def={def}
          action={sending.action}
          rows={sending.rows}
          own={own}
          onSent={(refused) => control.selectAll(refused)}
          onClose={() => setSending(null)}
        />
      )}
      {work.prompting && (
        <InputsDialog
          action={work.prompting.action}
          row={work.prompting.row}
          own={own}
          pending={work.commands.pending !== null}
          failure={trouble?.action === work.prompting.action ? trouble.failure : null}
          onSend={work.answer}
          onClose={work.stopPrompting}
        />
      )}
    </div>
  );
}
