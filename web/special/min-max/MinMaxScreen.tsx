import { useEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { MinMaxFigures } from '#shared/families/document-wire.ts';
import { api } from '#web/live/api.ts';
import { failureOf, isFailure } from '#web/live/failure.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { useQuery, useQueryClient } from '#web/live/query.ts';
import { useFeed, useFeedRows } from '#web/live/use-feed.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { useCommands } from '#web/parts/commands/use-commands.ts';
import { Freshness } from '#web/parts/Freshness.tsx';
import { ColumnChooser, GridFoot } from '#web/parts/grid/around.tsx';
import { useGrid } from '#web/parts/grid/control.ts';
import { Grid } from '#web/parts/grid/Grid.tsx';
import { ListRows, type GridRow } from '#web/parts/grid/source.ts';
import { ChoiceFilter, ListBar, ListScreen, SearchBox } from '#web/parts/list/ListHead.tsx';
import { PlaceFilter } from '#web/parts/list/PlaceFilter.tsx';
import { Beside } from '#web/parts/Panel.tsx';
import { DeniedState, EmptyState, InlineError } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import { useNarrow } from '#web/parts/use-narrow.ts';
import { addTranslations, useTranslations } from '#web/locales/translations.ts';
import { minMaxColumns } from './columns.ts';
import { MinMaxPanel } from './MinMaxPanel.tsx';
import { levelRows, shows, type LevelRow, type LiveRule, type Show } from './rows.ts';
import { minMaxTranslations } from './translations.ts';
import '#web/families/document/document.css';

addTranslations('min-max', minMaxTranslations);

const choices: readonly Show[] = ['below', 'none', 'pending'];

/** The levels of a place beside its stock and sales; goods below their minimum can be requested at once. */
export function MinMaxScreen(): ReactNode {
  const { t } = useTranslations('min-max');
  const person = usePerson();
  const narrow = useNarrow();
  const client = useQueryClient();
  const [params, setParams] = useSearchParams();
  const openId = params.get('id');
  const feed = useFeed<LiveRule>('stock/min-max');
  const rules = useFeedRows(feed.rows);
  const control = useGrid<LevelRow & GridRow>();
  const [search, setSearch] = useState('');
  const [poo, setPoo] = useState(
    openId?.split('-')[0] ?? String(person.primaryPooId ?? person.poos[0]?.id ?? ''),
  );
  const [show, setShow] = useState<Show>('all');
  const [running, setRunning] = useState(false);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['min-max-figures', poo],
    enabled: poo !== '',
    queryFn: ({ signal }) =>
      api.get<{ rows: readonly MinMaxFigures[] }>('/min-max-figures', { query: { poo }, signal }),
  });
  const all = useMemo(() => levelRows(Number(poo), rules, data?.rows ?? []), [poo, rules, data]);
  const rows = useMemo(() => new ListRows<LevelRow & GridRow>(), []);
  useEffect(
    () => rows.set(all.filter((row) => shows(row, show)) as unknown as readonly (LevelRow & GridRow)[]),
    [rows, all, show],
  );
  const columns = useMemo(() => minMaxColumns(t, narrow), [t, narrow]);
  const open = all.find(({ id }) => id === openId) ?? null;
  const may = (right: string): boolean => hasRight(person, `Inventory/minMaxList:${right}`);
  const run = async (): Promise<void> => {
    setRunning(true);
    try {
      await api.command('replenishment', poo, 'run', {});
      toast({ text: t('ran'), tone: 'ok' });
      await client.invalidateQueries({ queryKey: ['min-max-figures', poo] });
    } catch (reason) {
      toast({ text: failureOf(reason).message, tone: 'warn' });
    } finally {
      setRunning(false);
    }
  };
  useCommands([
    {
      id: 'minmax.run',
      label: t('run'),
      keys: 'r',
      scope: 'screen',
      permitted: may('create'),
      run: () => void run(),
    },
  ]);
  if (feed.condition === 'denied')
    return <DeniedState title={t('deniedTitle')}>{feed.message || undefined}</DeniedState>;
  const failure = isFailure(error) ? error : null;
  return (
    <ListScreen>
      <ListBar
        end={
          <>
            <Freshness {...feed.freshness} />
            <ColumnChooser control={control} />
            {may('create') && (
              <ActionButton label={t('run')} keys="r" primary pending={running} onClick={() => void run()} />
            )}
          </>
        }
      >
        <SearchBox name="min-max" label={t('find')} value={search} onChange={setSearch} />
        <PlaceFilter
          label={t('place')}
          any={t('place')}
          value={poo}
          onChange={(next) => next && setPoo(next)}
        />
        <ChoiceFilter
          label={t('show')}
          any={t('show.all')}
          choices={choices.map((value) => ({ value, label: t(`show.${value}`) }))}
          value={show === 'all' ? null : show}
          onChange={(next) => setShow(choices.find((one) => one === next) ?? 'all')}
        />
      </ListBar>
      {failure && <InlineError failure={failure} onRetry={() => void refetch()} />}
      <Beside
        panel={
          open ? (
            <MinMaxPanel
              key={`${open.id} ${open.pending?.requestId ?? ''}`}
              row={open}
              onDone={() => void refetch()}
              onClose={() => setParams({})}
            />
          ) : undefined
        }
      >
        <Grid
          control={control}
          label={t('list')}
          columns={columns}
          rows={rows}
          search={search}
          filtered={search !== '' || show !== 'all'}
          status={isPending && all.length === 0 ? 'loading' : 'ready'}
          onOpen={(row) => setParams({ id: row.id })}
          onClick={(row) => setParams({ id: row.id })}
          empty={<EmptyState title={t('empty')}>{t('emptyText')}</EmptyState>}
        />
      </Beside>
      <GridFoot control={control} />
    </ListScreen>
  );
}
