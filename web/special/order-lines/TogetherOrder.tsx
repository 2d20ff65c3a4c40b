import { Select } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import type { FoundSupplier, SupplierOffer } from '#shared/families/document-wire.ts';
import { api } from '#web/live/api.ts';
import { failureOf, isFailure } from '#web/live/failure.ts';
import { useQuery } from '#web/live/query.ts';
import { useAttempt, type SendCommand } from '#web/live/use-attempt.ts';
import type { ListRow } from '#web/families/document/list-columns.ts';
import { SendDialog } from '#web/parts/send/SendDialog.tsx';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import { formatMoney, formatNumber } from '#web/locales/formats.ts';
import { addTranslations, useTranslations } from '#web/locales/translations.ts';
import { lineIds } from './line-ids.ts';
import { orderLinesTranslations } from './translations.ts';
import './order-lines.css';

addTranslations('order-lines', orderLinesTranslations);

interface Wanted {
  readonly row: ListRow;
  readonly supplierId: number | null;
  readonly packs: number;
}
const number = (row: ListRow, key: string): number => Number(row[key] ?? 0);

/** Packs that cover the open units, in whole multiples and at least the supplier's minimum. */
function packsFor(row: ListRow, offer: SupplierOffer | undefined): number {
  const needed = Math.ceil(number(row, 'open') / Math.max(1, number(row, 'packSize')));
  const multiple = offer?.packMultiple ?? 1;
  return Math.max(offer?.moq ?? 1, Math.ceil(needed / multiple) * multiple);
}

/**
 * Turns lines of indents into purchase orders, each line with the supplier whose landed price is lowest
 * unless the buyer chooses another.
 */
export function TogetherOrder({
  rows,
  onDone,
  onClose,
}: {
  rows: readonly ListRow[];
  onDone: () => void;
  onClose: () => void;
}): ReactNode {
  const { t } = useTranslations('order-lines');
  const navigate = useNavigate();
  const ids = useMemo(() => [...new Set(rows.map((row) => number(row, 'productId')))].join(','), [rows]);
  const offers = useQuery({
    queryKey: ['stock-offers', ids],
    queryFn: ({ signal }) =>
      api.get<{ offers: Readonly<Record<string, readonly SupplierOffer[]>> }>('/stock-offers', {
        query: { ids },
        signal,
      }),
  });
  const suppliers = useQuery({
    queryKey: ['stock-suppliers'],
    queryFn: ({ signal }) => api.get<{ rows: readonly FoundSupplier[] }>('/stock-suppliers', { signal }),
  });
  const [chosen, setChosen] = useState<Readonly<Record<string, number>>>({});
  const attempt = useAttempt<{ readonly count: number; readonly last: string }>();
  /** Another attempt sends the same lines, so that none is ordered twice. */
  const [lineId] = useState(lineIds);
  const offersOf = (row: ListRow): readonly SupplierOffer[] =>
    offers.data?.offers[String(number(row, 'productId'))] ?? [];
  const wanted: readonly Wanted[] = rows.map((row) => {
    const supplierId = chosen[row.id] ?? offersOf(row)[0]?.supplierId ?? null;
    return {
      row,
      supplierId,
      packs: packsFor(
        row,
        offersOf(row).find((one) => one.supplierId === supplierId),
      ),
    };
  });
  const send = () =>
    attempt.run(async ({ command }) => {
      const groups = Map.groupBy(
        wanted,
        ({ row, supplierId }) => `${number(row, 'pooId')} ${supplierId ?? 0}`,
      );
      let last = '';
      for (const [key, group] of groups) last = await orderGroup(command, key, group, offersOf, lineId);
      return { count: groups.size, last };
    });
  const missing = wanted.some(({ supplierId }) => supplierId === null);
  return (
    <SendDialog
      width={860}
      title={t('title', { count: rows.length })}
      verb={t('send')}
      sending={attempt}
      wrong={{ supplier: missing ? t('chooseSupplier') : null }}
      keep={Object.keys(chosen).length > 0}
      send={send}
      onSent={({ count, last }) => {
        toast({
          text: t('ordered', { count }),
          tone: 'ok',
          action: {
            label: t('openOrder'),
            run: () => void navigate(`/purchaseanddispatch/manualPO?id=${last}`),
          },
        });
        onDone();
      }}
      onClose={onClose}
    >
      {(error) => (
        <>
          {isFailure(offers.error) && (
            <InlineError failure={offers.error} onRetry={() => void offers.refetch()} />
          )}
          {suppliers.error && (
            <InlineError failure={failureOf(suppliers.error)} onRetry={() => void suppliers.refetch()} />
          )}
          {offers.isPending ? (
            <Skeleton rows={4} />
          ) : (
            <table className="ol-table">
              <thead>
                <tr>
                  <th>{t('product')}</th>
                  <th>{t('open')}</th>
                  <th>{t('supplier')}</th>
                  <th>{t('why')}</th>
                  <th>{t('packs')}</th>
                </tr>
              </thead>
              <tbody>
                {wanted.map(({ row, supplierId, packs }) => {
                  const list = offersOf(row);
                  const offer = list.find((one) => one.supplierId === supplierId);
                  return (
                    <tr key={row.id}>
                      <td>
                        <b>{String(row['product'])}</b>{' '}
                        <span className="ops-code ops-muted">{String(row['number'])}</span>
                      </td>
                      <td className="ops-figures">{formatNumber(number(row, 'open'))}</td>
                      <td>
                        <Select
                          aria-label={t('supplier')}
                          searchable
                          comboboxProps={{ withinPortal: true }}
                          value={supplierId === null ? null : String(supplierId)}
                          error={supplierId === null && (error('supplier') ?? true)}
                          data={(suppliers.data?.rows ?? []).map((one) => ({
                            value: String(one.supplierId),
                            label: one.supplier,
                            disabled: one.stage !== 'active',
                          }))}
                          onChange={(next) => next && setChosen({ ...chosen, [row.id]: Number(next) })}
                        />
                      </td>
                      <td className="ops-muted ops-figures">
                        {offer
                          ? `${t('landed', { price: formatMoney(offer.landedPaise), lead: offer.leadDays })}${offer.free > 0 ? ` · ${offer.buy}+${offer.free}` : ''}${list[0] === offer && list.length > 1 ? ` · ${t('cheapest', { n: list.length })}` : ''}`
                          : t('noPrice')}
                      </td>
                      <td className="ops-figures">{formatNumber(packs)}</td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
          )}
        </>
      )}
    </SendDialog>
  );
}

/** One draft per place and supplier: created, or extended when there is one already. */
async function orderGroup(
  command: SendCommand,
  key: string,
  group: readonly Wanted[],
  offersOf: (row: ListRow) => readonly SupplierOffer[],
  lineId: (key: string) => string,
): Promise<string> {
  const [pooId, supplierId] = key.split(' ').map(Number);
  const byProduct = Map.groupBy(group, ({ row }) => number(row, 'productId'));
  const lines = [...byProduct].map(([productId, wanted]) => {
    const first = wanted[0]!;
    const offer = offersOf(first.row).find((one) => one.supplierId === supplierId);
    const packs = wanted.reduce((sum, one) => sum + one.packs, 0);
    return {
      id: lineId(`${key} ${productId}`),
      productId,
      packs,
      freePacks: offer && offer.free > 0 ? Math.floor(packs / offer.buy) * offer.free : 0,
      ptrPaise: offer?.ptrPaise ?? 0,
      discBp: offer?.discBp ?? 0,
      links: wanted.map(({ row }) => ({
        indentId: String(row['documentId']),
        lineId: String(row['lineId']),
        qty: number(row, 'open'),
      })),
    };
  });
  try {
    return (await command('po', 'new', 'draft', { pooId, header: { supplierId, fromIndents: true }, lines }))
      .id;
  } catch (reason) {
    if (!isFailure(reason) || reason.code !== 'draftExists') throw reason;
    const id = String(reason.details?.['id']);
    const { version } = await api.get<{ version: number }>(`/documents-record/purchaseOrder/${id}`);
    await command('po', id, 'change', { put: lines }, version);
    return id;
  }
}
