import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { barcodeOfLabel } from '#shared/streams/stock/barcode/label.ts';
import { api } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { useQuery } from '#web/live/query.ts';
import { useFeed, useFeedRows } from '#web/live/use-feed.ts';
import { Freshness } from '#web/parts/Freshness.tsx';
import { ColumnChooser, GridFoot } from '#web/parts/grid/around.tsx';
import { useGrid } from '#web/parts/grid/control.ts';
import { Grid } from '#web/parts/grid/Grid.tsx';
import { ListBar, ListScreen, SearchBox } from '#web/parts/list/ListHead.tsx';
import { Beside } from '#web/parts/Panel.tsx';
import { usePlaceName } from '#web/parts/place-names.ts';
import { ScanField, type ScanAnswer } from '#web/parts/scan/ScanField.tsx';
import { DeniedState, EmptyState } from '#web/parts/states.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { useNarrow } from '#web/parts/use-narrow.ts';
import { addTranslations, useTranslations } from '#web/locales/translations.ts';
import { putawayColumns } from './columns.ts';
import { PutawayPanel } from './PutawayPanel.tsx';
import type { LiveRow, Tray } from './row.ts';
import { putawayTranslations } from './translations.ts';
import '#web/families/document/document.css';

addTranslations('putaway', putawayTranslations);

/** Received goods without a tray: scan a tray, then each label that goes into it. */
export function PutawayScreen(): ReactNode {
  const { t } = useTranslations('putaway');
  const person = usePerson();
  const place = usePlaceName();
  const narrow = useNarrow();
  const feed = useFeed<LiveRow>('stock/putaway');
  const rows = useFeedRows(feed.rows);
  const control = useGrid<LiveRow>();
  const [search, setSearch] = useState('');
  const [tray, setTray] = useState<Tray | null>(null);
  const [openId, setOpenId] = useState<string | null>(null);
  const { data } = useQuery({
    queryKey: ['stock-records', 'tray'],
    queryFn: ({ signal }) =>
      api.get<{ rows: readonly Tray[] }>('/stock-records', { query: { kind: 'tray' }, signal }),
  });
  const trays = data?.rows ?? [];
  const columns = useMemo(() => putawayColumns(t, place, narrow), [t, place, narrow]);
  const open = rows.find(({ id }) => id === openId) ?? null;
  const may = hasRight(person, 'Inventory/stockPutawayList:create');
  const scan = async (code: string): Promise<ScanAnswer> => {
    const found = trays.find(({ name }) => name.toUpperCase() === code.toUpperCase());
    if (found) {
      setTray(found);
      return { ok: true, text: t('trayTaken', { tray: found.name }) };
    }
    const barcodeId = barcodeOfLabel(code);
    const row = rows.find((one) => one.barcodeId === barcodeId);
    if (!row) return { ok: false, text: t('unknown', { text: code }) };
    setOpenId(row.id);
    if (!tray) return { ok: false, text: t('trayFirst') };
    try {
      await api.command('stock', row.id, 'putAway', { trayId: tray.id, qty: row.left });
      return { ok: true, text: t('placed', { n: row.left, product: row.product, tray: tray.name }) };
    } catch (reason) {
      return { ok: false, text: failureOf(reason).message };
    }
  };
  if (feed.condition === 'denied')
    return <DeniedState title={t('deniedTitle')}>{feed.message || undefined}</DeniedState>;
  return (
    <ListScreen>
      <ListBar
        end={
          <>
            <Freshness {...feed.freshness} />
            <ColumnChooser control={control} />
          </>
        }
      >
        <SearchBox name="putaway" label={t('find')} value={search} onChange={setSearch} />
      </ListBar>
      {may && (
        <ListBar
          end={
            <StatusWord tone={tray ? 'accent' : 'muted'}>
              {tray ? t('tray', { tray: tray.name }) : t('noTray')}
            </StatusWord>
          }
        >
          <ScanField label={t('scan')} onScan={scan} autoFocus />
        </ListBar>
      )}
      <Beside
        panel={
          open ? (
            <PutawayPanel
              key={open.id}
              row={open}
              tray={tray}
              trays={trays}
              onTray={setTray}
              onClose={() => setOpenId(null)}
            />
          ) : undefined
        }
      >
        <Grid
          control={control}
          label={t('list')}
          columns={columns}
          rows={feed.rows}
          search={search}
          filtered={search !== ''}
          status={feed.condition === 'connecting' && rows.length === 0 ? 'loading' : 'ready'}
          onOpen={(row) => setOpenId(row.id)}
          onClick={(row) => setOpenId(row.id)}
          empty={<EmptyState title={t('empty')}>{t('emptyText')}</EmptyState>}
        />
      </Beside>
      <GridFoot control={control} />
    </ListScreen>
  );
}
