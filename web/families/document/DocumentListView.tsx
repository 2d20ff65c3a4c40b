import { Button, SegmentedControl } from '@mantine/core';
import '@mantine/core/styles/SegmentedControl.css';
import { Suspense, useEffect, useMemo, useRef, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { capitalised } from '#shared/core/cut.ts';
import { addDays, businessDay } from '#shared/core/day.ts';
import type { DocumentPage } from '#shared/families/document-wire.ts';
import { compareRanks } from '#shared/core/rank.ts';
import {
  documentRank,
  type DocumentDef,
  type DocumentList,
  type DocumentRow,
} from '#shared/families/document.ts';
import { api } from '#web/live/api.ts';
import { isFailure } from '#web/live/failure.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { useInfiniteQuery } from '#web/live/query.ts';
import type { Row } from '#web/live/rows.ts';
import { useFeedRows, type UsedFeed } from '#web/live/use-feed.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { useCommands } from '#web/parts/commands/use-commands.ts';
import { DateField } from '#web/parts/field/DateField.tsx';
import { goHome } from '#web/parts/focus-home.ts';
import { Freshness } from '#web/parts/Freshness.tsx';
import { ColumnChooser, GridFoot } from '#web/parts/grid/around.tsx';
import { useGrid, useGridNow } from '#web/parts/grid/control.ts';
import { Grid } from '#web/parts/grid/Grid.tsx';
import { ListRows } from '#web/parts/grid/source.ts';
import { useSoFar } from '#web/parts/grid/use-so-far.ts';
import { ChoiceFilter, ListBar, ListScreen, SearchBox } from '#web/parts/list/ListHead.tsx';
import { PlaceFilter } from '#web/parts/list/PlaceFilter.tsx';
import { usePlaceName } from '#web/parts/place-names.ts';
import { plugsOf } from '#web/parts/plugs.ts';
import { EmptyState } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import { useNarrow } from '#web/parts/use-narrow.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import { useFrame, type Translate } from '#web/locales/translations.ts';
import { BeginDialog } from './BeginDialog.tsx';
import { listColumns, type ListRow } from './list-columns.ts';
import { useDocumentTranslations } from './translations.ts';

export interface DocumentListViewProps {
  readonly def: DocumentDef;
  readonly list: DocumentList;
  readonly own: Translate;
  readonly feed: UsedFeed<DocumentRow & Row>;
  /** The document that the list last gave way to. */
  readonly opened: string | null;
  readonly onOpen: (id: string) => void;
}

const documentId = (row: ListRow): string => String(row['documentId'] ?? row.id);

export interface TogetherProps {
  readonly rows: readonly ListRow[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}
const togethers = import.meta.glob<Readonly<Record<string, ComponentType<TogetherProps>>>>(
  '../../special/*/Together*.tsx',
);
const togetherPlug = plugsOf(togethers);

/**
 * A joint action on many lines: `web/special/<folder>/Together<Name>.tsx` exports a component of that name.
 */
function togetherPart(name: string | undefined): ComponentType<TogetherProps> | null {
  if (!name) return null;
  const component = `Together${capitalised(name)}`;
  const path = Object.keys(togethers).find((one) => one.endsWith(`/${component}.tsx`));
  return path === undefined ? null : togetherPlug(path, component);
}

/** The rows of a list: live open documents, or their lines; closed ones by date from the tables. */
function useRows(
  def: DocumentDef,
  list: DocumentList,
  feed: UsedFeed<DocumentRow & Row>,
  asked: { all: boolean; from: string; to: string; q: string; poo: string | null; stage: string | null },
) {
  const live = useFeedRows(feed.rows);
  const { primaryPooId } = usePerson();
  const open = useMemo((): readonly ListRow[] => {
    const today = businessDay(serverClock.now());
    const documents = live
      .filter((row) => list.shows(row, { today, primary: row.pooId === primaryPooId }))
      .toSorted((a, b) => compareRanks(documentRank(a), documentRank(b)));
    if (list.of === 'documents') return documents as unknown as readonly ListRow[];
    return documents.flatMap((row) => {
      const { lines = [], ...facts } = row as unknown as {
        lines?: readonly (Readonly<Record<string, unknown>> & { id: string })[];
      } & Row;
      return lines
        .filter((line) => list.showsLine?.(line, row) ?? true)
        .map((line): ListRow => ({
          ...facts,
          ...line,
          id: `${row.id}.${line.id}`,
          documentId: row.id,
          lineId: line.id,
        }));
    });
  }, [live, list, primaryPooId]);
  const past = useInfiniteQuery({
    queryKey: ['documents-rows', def.name, asked],
    enabled: asked.all,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      api.get<DocumentPage>(`/documents-rows/${def.name}`, {
        query: {
          from: asked.from,
          to: asked.to,
          q: asked.q,
          poo: asked.poo,
          stage: asked.stage,
          after: pageParam || null,
        },
        signal,
      }),
    getNextPageParam: (last) => last.next,
  });
  return { open, past };
}

export function DocumentListView({ def, list, own, feed, opened, onOpen }: DocumentListViewProps): ReactNode {
  const t = useDocumentTranslations();
  const frame = useFrame();
  const person = usePerson();
  const place = usePlaceName();
  const narrow = useNarrow();
  const control = useGrid<ListRow>();
  const { selected, shown } = useGridNow(control);
  const back = useRef(opened);
  useEffect(() => {
    if (back.current !== null && shown > 0 && goHome()) back.current = null;
  }, [shown]);
  const today = businessDay(serverClock.now());
  const [search, setSearch] = useState('');
  const [poo, setPoo] = useState<string | null>(null);
  const [stage, setStage] = useState<string | null>(null);
  const [all, setAll] = useState(false);
  const [from, setFrom] = useState(addDays(today, -7));
  const [to, setTo] = useState(today);
  const [beginning, setBeginning] = useState(false);
  const [together, setTogether] = useState(false);
  const { open, past } = useRows(def, list, feed, { all, from, to, q: search, poo, stage });
  const { complete, soFar } = useSoFar(feed.rows);
  const rows = useMemo(() => new ListRows<ListRow>(), []);
  /** The list as it was once all its rows were here: only what comes after that is new. */
  const whole = useRef(false);
  const pages = past.data?.pages;
  useEffect(() => {
    const next = all ? ((pages ?? []).flatMap((page) => page.rows) as unknown as readonly ListRow[]) : open;
    rows.set(next, new Map(), !whole.current);
    whole.current = complete;
  }, [rows, all, pages, open, complete]);
  const columns = useMemo(() => listColumns(def, list, own, place, narrow), [def, list, own, place, narrow]);
  const filter = useMemo(
    () => (row: ListRow) =>
      (poo === null || String(row['pooId']) === poo) && (stage === null || row['stage'] === stage),
    [poo, stage],
  );
  const Together = useMemo(() => togetherPart(list.together), [list.together]);
  const mayBegin = list.begins && hasRight(person, `${list.group ?? def.group}/${list.entity}:create`);
  const mayTogether =
    Together !== null && hasRight(person, `${list.group ?? def.group}/${list.entity}:create`);
  const chosen = useMemo(() => open.filter(({ id }) => selected.includes(id)), [open, selected]);
  const noneChosen = chosen.length === 0 ? t('off.rows') : null;
  const togetherLabel =
    chosen.length === 0
      ? own(`together.${list.together ?? ''}`)
      : t('together', { what: own(`together.${list.together ?? ''}`), count: chosen.length });
  /** A click and Enter work on one row; with several selected they show a message. */
  const openOne = (row: ListRow): void => {
    if (selected.length > 1) toast({ text: t('off.several', { count: selected.length }) });
    else onOpen(documentId(row));
  };
  useCommands([
    {
      id: 'document.begin',
      label: t('begin'),
      keys: 'n',
      scope: 'screen',
      permitted: mayBegin,
      run: () => setBeginning(true),
    },
    {
      id: 'document.together',
      label: togetherLabel,
      keys: 'o',
      scope: 'screen',
      permitted: mayTogether,
      disabled: noneChosen,
      run: () => setTogether(true),
    },
  ]);
  const clear = (): void => {
    setSearch('');
    setPoo(null);
    setStage(null);
  };
  const failure = isFailure(past.error) ? past.error : null;
  const stages = [...new Set(open.map((row) => String(row['stage'])))];
  const loading = all ? past.isPending : !complete && open.length === 0;
  const arriving = all ? null : soFar;
  return (
    <ListScreen>
      <ListBar
        end={
          <>
            <Freshness {...feed.freshness} />
            <ColumnChooser control={control} />
            {mayTogether && (
              <ActionButton
                label={togetherLabel}
                keys="o"
                primary
                disabled={noneChosen}
                onClick={() => setTogether(true)}
              />
            )}
            {mayBegin && (
              <ActionButton label={t('begin')} keys="n" primary onClick={() => setBeginning(true)} />
            )}
          </>
        }
      >
        {list.past && (
          <SegmentedControl
            size="xs"
            aria-label={t('scope')}
            value={all ? 'all' : 'open'}
            data={[
              { value: 'open', label: t('open') },
              { value: 'all', label: t('all') },
            ]}
            onChange={(value) => setAll(value === 'all')}
          />
        )}
        <SearchBox name={def.name} label={t('find')} value={search} onChange={setSearch} />
        {all && (
          <>
            <DateField
              label={<span className="ops-hidden">{t('from')}</span>}
              value={from}
              onChange={(day) => day && setFrom(day)}
            />
            <DateField
              label={<span className="ops-hidden">{t('to')}</span>}
              value={to}
              onChange={(day) => day && setTo(day)}
            />
          </>
        )}
        <PlaceFilter label={t('place')} any={t('anyPlace')} value={poo} onChange={setPoo} />
        {(all || stages.length > 1) && list.of === 'documents' && (
          <ChoiceFilter
            label={own('column.stage')}
            any={own('column.stage')}
            choices={(all ? def.life.stages : stages).map((value) => ({
              value,
              label: own(`stage.${value}`),
            }))}
            value={stage}
            onChange={setStage}
          />
        )}
      </ListBar>
      <Grid
        control={control}
        label={own(`title.${list.entity}`)}
        columns={columns}
        rows={rows}
        filter={filter}
        search={all ? '' : search}
        filtered={search !== '' || poo !== null || stage !== null}
        {...(arriving ? { arriving } : {})}
        status={failure && !pages ? 'failed' : loading ? 'loading' : 'ready'}
        {...(failure ? { failure } : {})}
        onRetry={() => void past.refetch()}
        multi={mayTogether}
        backTo={open.find((row) => documentId(row) === opened)?.id ?? null}
        onOpen={openOne}
        onClick={openOne}
        empty={
          <EmptyState
            title={own(`empty.${list.entity}`)}
            actions={
              mayBegin ? (
                <ActionButton label={t('begin')} keys="n" onClick={() => setBeginning(true)} />
              ) : undefined
            }
          />
        }
        noMatchActions={<ActionButton label={frame('grid.clearFilters')} onClick={clear} />}
      />
      <GridFoot control={control} arriving={arriving}>
        {all && pages?.[0] && <span className="ops-muted">{t('matching', { count: pages[0].total })}</span>}
        {all && past.hasNextPage && (
          <Button
            size="compact-xs"
            variant="default"
            loading={past.isFetchingNextPage}
            onClick={() => void past.fetchNextPage()}
          >
            {t('loadMore')}
          </Button>
        )}
      </GridFoot>
      {beginning && <BeginDialog def={def} own={own} onDone={onOpen} onClose={() => setBeginning(false)} />}
      {together && Together && (
        <Suspense fallback={null}>
          <Together
            rows={chosen}
            onDone={() => {
              setTogether(false);
              control.select(null);
            }}
            onClose={() => setTogether(false)}
          />
        </Suspense>
      )}
    </ListScreen>
  );
}
