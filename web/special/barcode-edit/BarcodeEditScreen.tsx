import { useState } from 'react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { FoundStock } from '#shared/families/document-wire.ts';
import { api } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import { usePerson } from '#web/live/person.ts';
import { PlaceFilter } from '#web/parts/list/PlaceFilter.tsx';
import { ListBar, ListScreen } from '#web/parts/list/ListHead.tsx';
import { LineGrid } from '#web/parts/lines/LineGrid.tsx';
import type { LineColumn } from '#web/parts/lines/line-column.ts';
import { Beside } from '#web/parts/Panel.tsx';
import { ScanField, type ScanAnswer } from '#web/parts/scan/ScanField.tsx';
import { EmptyState } from '#web/parts/states.tsx';
import { addTranslations, useTranslations } from '#web/locales/translations.ts';
import type { Translate } from '#web/locales/translations.ts';
import { BarcodePanel } from './BarcodePanel.tsx';
import { barcodeEditTranslations } from './translations.ts';
import '#web/families/document/document.css';

addTranslations('barcode-edit', barcodeEditTranslations);

type Found = FoundStock & { readonly id: string };

const columnsOf = (t: Translate): readonly LineColumn<Found>[] => [
  { key: 'product', label: t('product'), kind: 'text', editable: false, width: 240 },
  { key: 'label', label: t('label'), kind: 'code', editable: false, width: 140 },
  { key: 'batch', label: t('batch'), kind: 'code', editable: false, width: 120 },
  { key: 'expiry', label: t('expiry'), kind: 'month', editable: false, width: 90 },
  {
    key: 'available',
    label: t('available'),
    kind: 'number',
    editable: false,
    width: 100,
    value: ({ buckets }) => buckets['available'] ?? 0,
  },
  {
    key: 'hold',
    label: t('hold'),
    kind: 'number',
    editable: false,
    width: 100,
    value: ({ buckets }) => buckets['hold'] ?? 0,
  },
];

/** Finds goods by scan; the barcode that is open can be corrected by request, or its batch blocked at once. */
export function BarcodeEditScreen(): ReactNode {
  const { t } = useTranslations('barcode-edit');
  const person = usePerson();
  const [params, setParams] = useSearchParams();
  const [poo, setPoo] = useState<string | null>(String(person.primaryPooId ?? person.poos[0]?.id ?? ''));
  const [rows, setRows] = useState<readonly Found[]>([]);
  const openId = params.get('id');
  const pooId = Number(poo ?? 0);
  const scan = async (code: string): Promise<ScanAnswer> => {
    try {
      const found = await api.get<{ rows: readonly FoundStock[] }>('/stock-items', {
        query: { q: code, poo: pooId },
      });
      setRows(found.rows.map((row) => ({ ...row, id: String(row.barcodeId) })));
      const only = found.rows[0];
      if (!only) return { ok: false, text: t('notFound', { text: code }) };
      if (found.rows.length === 1) setParams({ id: String(only.barcodeId) });
      return { ok: true, text: t('found', { n: found.rows.length }) };
    } catch (reason) {
      return { ok: false, text: failureOf(reason).message };
    }
  };
  return (
    <ListScreen>
      <ListBar end={<PlaceFilter label={t('place')} any={t('place')} value={poo} onChange={setPoo} />}>
        <ScanField label={t('scan')} onScan={scan} autoFocus />
      </ListBar>
      <Beside
        panel={
          openId ? (
            <BarcodePanel key={openId} id={openId} pooId={pooId} onClose={() => setParams({})} />
          ) : undefined
        }
      >
        {rows.length === 0 ? (
          <EmptyState title={t('none')}>{t('noneText')}</EmptyState>
        ) : (
          <div
            className="do-page"
            role="presentation"
            onClick={(event) => {
              const line =
                event.target instanceof Element
                  ? event.target.closest('[data-line]')?.getAttribute('data-line')
                  : null;
              if (line) setParams({ id: line });
            }}
          >
            <LineGrid
              label={t('list')}
              labels={{ actions: '', remove: '' }}
              lines={rows}
              columns={columnsOf(t)}
              empty=""
            />
          </div>
        )}
      </Beside>
    </ListScreen>
  );
}
