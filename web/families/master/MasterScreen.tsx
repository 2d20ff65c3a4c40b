import { Button } from '@mantine/core';
import '@mantine/core/styles/Progress.css';
import '@mantine/core/styles/Radio.css';
import '@mantine/core/styles/Tabs.css';
import { use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { authorText } from '#shared/core/authors.ts';
import { bulkSteps } from '#shared/families/master-bulk.ts';
import type { Labels, MasterRow } from '#shared/families/master-wire.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { useQuery, useQueryClient } from '#web/live/query.ts';
import { useFeed } from '#web/live/use-feed.ts';
import type { Command } from '#web/parts/commands/registry.ts';
import { useCommands } from '#web/parts/commands/use-commands.ts';
import { Freshness } from '#web/parts/Freshness.tsx';
import { GridFoot, LeasePill } from '#web/parts/grid/around.tsx';
import { useGrid, useGridNow } from '#web/parts/grid/control.ts';
import { Grid } from '#web/parts/grid/Grid.tsx';
import { Beside } from '#web/parts/Panel.tsx';
import { DeniedState, EmptyState } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import { useFrame, useLanguage, useTranslations } from '#web/locales/translations.ts';
import { BulkDialog } from './BulkDialog.tsx';
import { listColumns } from './columns.tsx';
import { CountsLive } from './Counts.tsx';
import type { Speech } from './columns.tsx';
import { loadMaster } from './declaration.ts';
import type { Member } from './declaration.ts';
import { FilterBar } from './FilterBar.tsx';
import { isFiltered, noPrompt } from './filters.ts';
import { keep, keptOf } from './keep.ts';
import { useLife } from './Life.tsx';
import { pagedRows, readRecord } from './list-rows.ts';
import type { ListRow } from './list-rows.ts';
import { loadPlug } from './plug.ts';
import type { MasterPlug } from './plug.ts';
import { ListTools } from './ListTools.tsx';
import { recordPlace } from './record-place.tsx';
import { mayLeave } from './RecordForm.tsx';
import { useCellEdit } from './use-cell-edit.tsx';
import { useChanges } from './use-changes.ts';
import type { LiveChange } from './use-changes.ts';
import { useListFiles } from './use-list-files.ts';
import { useListState } from './use-list-state.ts';
import { commandsOf } from './use-command-form.ts';
import type { Saved } from './use-record-form.ts';
import { useNarrow } from '#web/parts/use-narrow.ts';
import { useMasterTranslations } from './translations.ts';
import './master.css';

/** Loads everything a master's screen needs for its first render. */
export async function prepare(name: string): Promise<void> {
  await Promise.all([loadMaster(name), loadPlug(name)]);
}

/** The screen of every master, driven by its declaration. */
export function MasterScreen({ name }: { name: string }): ReactNode {
  const member = use(loadMaster(name));
  const plug = use(loadPlug(name));
  return <Room member={member} plug={plug} />;
}

function useSpeech(name: string): Speech {
  const t = useMasterTranslations();
  const own = useTranslations(name).t;
  const frame = useFrame();
  const language = useLanguage();
  return useMemo(
    () => ({
      t,
      own,
      yes: frame('yes'),
      no: frame('no'),
      inactive: (one: string) => t('inactiveName', { name: one }),
      author: (one: string) => authorText(one, language),
    }),
    [t, own, frame, language],
  );
}

function Room({ member: { def, masters }, plug }: { member: Member; plug: MasterPlug }): ReactNode {
  const speech = useSpeech(def.name);
  const { t, own } = speech;
  const person = usePerson();
  const narrow = useNarrow();
  const client = useQueryClient();
  const state = useListState(def.name, person.empId);
  const control = useGrid<ListRow>();
  const { selected, focused } = useGridNow(control);
  const feed = useFeed<LiveChange>(`masters/${def.name}`);
  const changes = useChanges(def.name, feed, control);
  const { check } = changes;
  const [pageLabels, setPageLabels] = useState<Labels>({});
  const [cut, setCut] = useState<{ limit: number } | null>(null);
  const dirty = useRef(false);
  const openRow = useRef(state.openId);
  openRow.current = state.openId;
  const onDirty = useCallback((now: boolean) => void (dirty.current = now), []);

  const source = useMemo(
    () =>
      pagedRows(def, state.prompt, (page) => {
        setPageLabels((before) => ({ ...before, ...page.labels }));
        if (page.cut) setCut({ limit: page.limit });
        setTimeout(() => {
          check();
          if (openRow.current !== null && control.now().selected.length === 0)
            control.select(openRow.current);
        }, 50);
      }),
    [def, state.prompt, check, control],
  );
  // Request the first page while the grid is still loading.
  useEffect(
    () => source.ahead(narrow ? [] : (keptOf(person.empId, def.name).columns ?? [])),
    [source, narrow, person.empId, def],
  );
  useEffect(
    () =>
      feed.rows.onBatch(
        ({ cleared, add, update }) => !cleared && add.length + update.length > 0 && source.outdate(),
      ),
    [feed.rows, source],
  );
  const renew = (): void => control.refresh();
  const listed = useMemo(() => listColumns(def, masters, speech, narrow), [def, masters, speech, narrow]);

  const importFirst = useRef(def.importFirst === true && state.place === null && state.openId === null);
  useEffect(() => {
    if (importFirst.current && hasRight(person, def.need('create'))) state.go(null, 'import');
    importFirst.current = false;
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the screen opens
  }, []);

  // the open record is loaded on its own, so that its address works wherever it is in the list
  const { openId, place } = state;
  const recordKey = ['master-record', def.name, openId];
  const record = useQuery({
    queryKey: recordKey,
    enabled: openId !== null,
    staleTime: 0,
    queryFn: ({ signal }) => readRecord(def.name, openId!, { signal }),
  });
  // A duplicate's address redirects to the record it was merged into; its history stays its own.
  const represents =
    record.data && record.data.row.id === Number(openId) && place !== 'history' && place !== 'double'
      ? (record.data.into?.id ?? null)
      : null;
  useEffect(() => {
    if (represents !== null) state.forward(String(represents));
    // oxlint-disable-next-line react/exhaustive-deps -- once per duplicate
  }, [represents]);
  const change = openId === null ? null : (changes.latest.get(Number(openId)) ?? null);
  const received = change?.version ?? 0;
  useEffect(() => {
    if (openId !== null && record.data && received > record.data.row.version)
      void client.invalidateQueries({ queryKey: ['master-record', def.name, openId] });
    // oxlint-disable-next-line react/exhaustive-deps -- requested once per version
  }, [received, openId]);

  const recount = useCallback(() => {
    if (openId !== null) void client.invalidateQueries({ queryKey: ['master-record', def.name, openId] });
  }, [client, def.name, openId]);

  const go = async (id: string | null, next: typeof place = null): Promise<void> => {
    if (await mayLeave(dirty.current, t)) {
      dirty.current = false;
      state.go(id, next);
    }
  };
  const done = (id: number, version: number): void => {
    changes.mine(id, version);
    // The list may lag behind the log, a record does not: once the record is loaded, the list contains the
    // change.
    void readRecord(def.name, id).then(renew, renew);
    void client.invalidateQueries({ queryKey: ['master-record', def.name, String(id)] });
    void client.invalidateQueries({ queryKey: ['master-uses'] });
  };
  const saved = ({ id, version, left = false, typedSince = false }: Saved): void => {
    toast({ text: t('saved'), tone: 'ok' });
    done(id, version);
    if (left) return; // another form may be open by now
    dirty.current = false;
    state.go(String(id), typedSince ? 'edit' : null);
  };
  const editor = Boolean(plug.Editor) || !def.source;
  const { making } = commandsOf(def);
  const life = useLife({
    def,
    masters,
    labels: { ...pageLabels, ...record.data?.labels },
    speech,
    onEdit: (row) => void go(String(row.id), 'edit'),
    onDone: (row, version) => done(row.id, version),
  });

  const cells = useCellEdit({
    def,
    columns: listed,
    life,
    latest: changes.latest,
    control,
    speech,
    ownEditor: plug.Editor !== undefined,
    onDone: done,
  });
  const target: MasterRow | null =
    openId !== null
      ? (record.data?.row ?? null)
      : (control.visibleRows().find(({ id }) => id === (focused ?? selected[0]))?.row ?? null);
  const ownEdit =
    plug.Editor && def.source && target && hasRight(person, def.need('edit'))
      ? [
          {
            id: 'edit',
            label: t('edit'),
            keys: 'e',
            main: true,
            primary: true,
            off: null,
            run: () => void go(String(target.id), 'edit'),
          },
        ]
      : [];
  const several =
    openId === null && selected.length > 1 ? t('off.several', { count: selected.length }) : null;
  const offers = [...ownEdit, ...life.offers(target)].map((one) =>
    several ? { ...one, off: several } : one,
  );
  const steps = useMemo(() => bulkSteps(def).filter(({ need }) => hasRight(person, need)), [def, person]);
  const boxes = steps.length > 0 && !narrow;
  const chosen = (): readonly ListRow[] => control.visibleRows().filter(({ id }) => selected.includes(id));

  const files = useListFiles(def, state.prompt, control, speech);
  const mayCreate = making
    ? hasRight(person, making.need)
    : hasRight(person, def.need('create')) && def.rights.includes('create');
  const offNew = mayCreate ? null : t('off.right', { right: t('right.create') });
  const offBulk = selected.length === 0 ? t('off.select') : null;
  const importing = (!def.source || making !== null) && def.rights.includes('create');
  const makes = making !== null || (editor && def.rights.includes('create'));
  const editing = place === 'edit' || place === 'new';
  /** The open record follows the focus, unless it is being changed. */
  const follow = (id: string): void => {
    if (openId !== null && !editing && id !== openId) state.go(id, place === 'bulk' ? null : place);
  };
  useCommands([
    ...(makes
      ? [
          {
            id: 'master.new',
            label: t('new'),
            keys: 'n',
            scope: 'screen' as const,
            disabled: offNew,
            run: () => void go(null, 'new'),
          },
        ]
      : []),
    ...(importing
      ? [
          {
            id: 'master.import',
            label: t('import'),
            keys: 'i',
            scope: 'screen' as const,
            disabled: offNew,
            run: () => void go(null, 'import'),
          },
        ]
      : []),
    ...(importing && def.series
      ? [
          {
            id: 'master.series',
            label: own('action.series'),
            keys: 'Shift+I',
            scope: 'screen' as const,
            disabled: offNew,
            run: () => void go(null, 'import'),
          },
        ]
      : []),
    ...(steps.length > 0
      ? [
          {
            id: 'master.bulk',
            label: t('bulk'),
            keys: 'b',
            scope: 'screen' as const,
            disabled: offBulk,
            run: () => void go(openId, 'bulk'),
          },
        ]
      : []),
    {
      id: 'master.export',
      label: t('exportCsv'),
      keys: 'x',
      scope: 'screen',
      run: () => files.exportTo('csv'),
    },
    {
      id: 'master.exportXlsx',
      label: t('exportXlsx'),
      keys: 'Shift+X',
      scope: 'screen',
      run: () => files.exportTo('xlsx'),
    },
    { id: 'master.print', label: t('print'), keys: 'p', scope: 'screen', run: files.print },
    ...(editing
      ? []
      : offers
          .filter(({ keys }) => keys)
          .map((offer): Command => ({
            id: `master.${offer.id}`,
            label: offer.label,
            keys: offer.keys!,
            scope: 'screen',
            disabled: offer.off,
            run: offer.run,
          }))),
  ]);

  if (feed.condition === 'denied') return <DeniedState>{feed.message || undefined}</DeniedState>;

  const close = (): void => {
    const id = openId;
    state.go(null);
    if (id) control.focus(id);
  };
  const { page, beside } = recordPlace({
    def,
    masters,
    speech,
    plug,
    state,
    labels: pageLabels,
    record,
    making,
    mayMake: mayCreate,
    makes,
    importing,
    offNew,
    offers,
    change,
    revert: life.revert,
    saved,
    onDirty,
    onChanged: renew,
    close,
  });
  return (
    <div className="ma-screen">
      {page}
      <div className="ma-list" hidden={page !== null}>
        <div className="ma-bar">
          <FilterBar
            def={def}
            prompt={state.prompt}
            onChange={state.setPrompt}
            speech={speech}
            labels={pageLabels}
          />
          <span className="ma-bar-end">
            <LeasePill control={control} />
            <Freshness {...feed.freshness} />
          </span>
        </div>
        <ListTools
          parts={{ def, masters, speech, labels: pageLabels }}
          plug={plug}
          state={state}
          control={control}
          narrow={narrow}
          makes={makes}
          offNew={offNew}
          offers={openId === null ? offers : []}
          bulk={
            steps.length > 0
              ? { off: offBulk, count: selected.length, open: () => void go(openId, 'bulk') }
              : null
          }
          onNew={() => void go(null, 'new')}
          onImport={importing ? () => void go(null, 'import') : null}
          files={files}
        />
        <Beside panel={beside}>
          <Grid
            key={String(narrow)}
            control={control}
            label={own('title')}
            columns={cells.columns}
            onEdit={cells.begin}
            source={source}
            filtered={isFiltered(state.prompt)}
            multi={boxes}
            {...(narrow
              ? {}
              : {
                  arranged: keptOf(person.empId, def.name).columns ?? [],
                  onArranged: (list) => keep(person.empId, def.name, { columns: list }),
                })}
            empty={
              <EmptyState
                title={t('emptyTitle')}
                actions={
                  makes && mayCreate ? (
                    <Button onClick={() => void go(null, 'new')}>{t('new')}</Button>
                  ) : undefined
                }
              >
                {t('emptyText')}
              </EmptyState>
            }
            noMatchActions={
              <Button variant="light" onClick={() => state.setPrompt(noPrompt)}>
                {t('filterClear')}
              </Button>
            }
            {...(openId === null ? {} : { selectedId: openId })}
            onOpen={(row) => void go(row.id)}
            onClick={(row) => void go(row.id)}
            {...(boxes
              ? { onMove: ({ id }: ListRow) => follow(id) }
              : { onSelect: ([id]) => id !== undefined && follow(id) })}
          />
          <GridFoot control={control}>
            {cut && <span className="ops-tone-warn">{t('cutPage', { limit: cut.limit })}</span>}
            {state.prompt.cancelled && <span className="ops-tone-warn">{t('onlyCancelled')}</span>}
          </GridFoot>
        </Beside>
      </div>
      {life.dialogs}
      {cells.editor}
      <CountsLive def={def} masters={masters} control={control} onRead={recount} />
      {place === 'bulk' && selected.length > 0 && steps.length > 0 && (
        <BulkDialog
          def={def}
          rows={chosen()}
          steps={steps}
          labels={pageLabels}
          speech={speech}
          onDone={renew}
          onClose={() => state.go(openId)}
        />
      )}
    </div>
  );
}
