import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ExitRow } from '#shared/feeds/customer-exits.ts';
import type { Row } from '#web/live/rows.ts';
import { useFeed, useFeedRow, useOnline } from '#web/live/use-feed.ts';
import type { Translate } from '#web/locales/translations.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { Freshness } from '#web/parts/Freshness.tsx';
import type { GridColumn } from '#web/parts/grid/column.ts';
import { useGrid } from '#web/parts/grid/control.ts';
import { Grid } from '#web/parts/grid/Grid.tsx';
import { GridFoot } from '#web/parts/grid/around.tsx';
import { ChoiceFilter, ListBar, ListScreen, SearchBox } from '#web/parts/list/ListHead.tsx';
import { Beside } from '#web/parts/Panel.tsx';
import { DeniedState, EmptyState } from '#web/parts/states.tsx';
import type { Tone } from '#web/parts/StatusWord.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { useNarrow } from '#web/parts/use-narrow.ts';
import { useExitTranslations, useExitWords } from './translations.ts';

export type LiveExit = ExitRow & Row;
export const stageTones: Readonly<Partial<Record<ExitRow['stage'], Tone>>> = {
  requested: 'warn',
  pendingApproval: 'info',
  granted: 'accent',
  exited: 'danger',
  kept: 'ok',
  returned: 'ok',
};

/** Exits as a list with a panel beside it; both screens of exits are one of these. */
export function ExitList({
  feedName,
  stages,
  columnKeys,
  label,
  empty,
  emptyText,
  panel,
  start,
}: {
  readonly feedName: string;
  readonly stages: readonly ExitRow['stage'][];
  readonly columnKeys: readonly string[];
  readonly label: string;
  readonly empty: string;
  readonly emptyText: string;
  readonly panel: (row: LiveExit, off: string | null, close: () => void) => ReactNode;
  readonly start?: {
    readonly label: string;
    readonly permitted: boolean;
    readonly panel: (off: string | null, show: (id: string | null) => void) => ReactNode;
  };
}): ReactNode {
  const t = useExitTranslations();
  const words = useExitWords();
  const online = useOnline();
  const narrow = useNarrow();
  const control = useGrid<LiveExit>();
  const feed = useFeed<LiveExit>(feedName);
  const [params, setParams] = useSearchParams();
  const [search, setSearch] = useState('');
  const [stage, setStage] = useState<string | null>(null);
  const [starting, setStarting] = useState(false);
  const openId = params.get('row');
  const open = useFeedRow(feed.rows, openId);
  const show = (id: string | null): void => {
    setStarting(false);
    setParams(id === null ? {} : { row: id }, { replace: true });
  };
  const off = feed.condition !== 'live' || !online ? t('offline') : null;
  const columns = useMemo(
    () => columnsOf(t, words, narrow).filter(({ key }) => columnKeys.includes(key)),
    [t, words, narrow, columnKeys],
  );
  const filter = useMemo(() => (row: LiveExit) => stage === null || row.stage === stage, [stage]);
  if (feed.condition === 'denied')
    return <DeniedState title={t('deniedTitle')}>{feed.message || undefined}</DeniedState>;
  return (
    <ListScreen>
      <ListBar
        end={
          <>
            <Freshness {...feed.freshness} />
            {start?.permitted && (
              <ActionButton label={start.label} primary disabled={off} onClick={() => setStarting(true)} />
            )}
          </>
        }
      >
        <SearchBox name="exits" label={t('find')} value={search} onChange={setSearch} />
        <ChoiceFilter
          label={t('state')}
          any={t('anyState')}
          choices={stages.map((one) => ({ value: one, label: words(`stage.${one}`) }))}
          value={stage}
          onChange={setStage}
        />
      </ListBar>
      <Beside
        panel={starting && start ? start.panel(off, show) : open ? panel(open, off, () => show(null)) : null}
      >
        <Grid
          control={control}
          label={label}
          columns={columns}
          rows={feed.rows}
          sort={(a, b) => b.updatedAt.localeCompare(a.updatedAt)}
          search={search}
          filter={filter}
          filtered={search !== '' || stage !== null}
          status={feed.condition === 'connecting' ? 'loading' : 'ready'}
          selectedId={openId}
          empty={<EmptyState title={empty}>{emptyText}</EmptyState>}
          noMatchActions={
            <ActionButton label={t('anyState')} onClick={() => (setStage(null), setSearch(''))} />
          }
          onOpen={(row) => show(row.id)}
          onClick={(row) => show(row.id)}
        />
        <GridFoot control={control} />
      </Beside>
    </ListScreen>
  );
}

function columnsOf(t: Translate, words: Translate, narrow: boolean): readonly GridColumn<LiveExit>[] {
  return [
    { key: 'ref', label: t('column.ref'), kind: 'id', width: 104 },
    { key: 'customer', label: t('column.customer'), kind: 'id', width: 104, hidden: narrow },
    { key: 'name', label: t('column.name'), kind: 'text', width: 160, flex: 1 },
    {
      key: 'stage',
      label: t('column.stage'),
      kind: 'text',
      width: 150,
      flash: true,
      text: ({ stage }) => words(`stage.${stage}`),
      render: ({ stage }) => (
        <StatusWord tone={stageTones[stage] ?? 'muted'} dot>
          {words(`stage.${stage}`)}
        </StatusWord>
      ),
    },
    {
      key: 'kind',
      label: t('column.kind'),
      kind: 'text',
      width: 150,
      hidden: narrow,
      text: ({ kind }) => t(`kind.${kind}`),
    },
    { key: 'reasonName', label: t('column.reasonName'), kind: 'text', width: 150, hidden: narrow },
    { key: 'effectiveOn', label: t('column.effectiveOn'), kind: 'date', width: 110, hidden: narrow },
    { key: 'exitedOn', label: t('column.exitedOn'), kind: 'date', width: 110 },
    { key: 'requestedBy', label: t('column.requestedBy'), kind: 'text', width: 140, hidden: narrow },
    { key: 'updatedAt', label: t('column.updatedAt'), kind: 'datetime', width: 140, hidden: narrow },
  ];
}
