import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { businessDay } from '#shared/core/day.ts';
import type { SendableStock } from '#shared/families/document-wire.ts';
import { allocate, type Allocation } from '#shared/streams/stock/item/allocate.ts';
import { api } from '#web/live/api.ts';
import { isFailure } from '#web/live/failure.ts';
import { usePerson } from '#web/live/person.ts';
import { useQuery } from '#web/live/query.ts';
import { useAttempt, type SendCommand } from '#web/live/use-attempt.ts';
import { SelectField } from '#web/parts/field/choice-fields.tsx';
import type { ListRow } from '#web/families/document/list-columns.ts';
import { usePlaceName } from '#web/parts/place-names.ts';
import { SendDialog } from '#web/parts/send/SendDialog.tsx';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import { formatNumber } from '#web/locales/formats.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import { addTranslations, useTranslations } from '#web/locales/translations.ts';
import { lineIds } from './line-ids.ts';
import { orderLinesTranslations } from './translations.ts';
import './order-lines.css';

addTranslations('order-lines', orderLinesTranslations);

/** The minimum remaining life of goods on arrival, in days. */
const lifeDays = 60;
const number = (row: ListRow, key: string): number => Number(row[key] ?? 0);
interface Served extends Allocation {
  readonly row: ListRow;
}

/**
 * Allocates the stock of a place to each line, first expiry first; units of one line are not offered to the
 * next.
 */
export function serveLines(
  rows: readonly ListRow[],
  stock: readonly SendableStock[],
  today: string,
): readonly Served[] {
  const left = new Map(stock.map((one) => [one.barcodeId, one.available]));
  return rows.map((row) => {
    const candidates = stock
      .filter(({ productId }) => productId === number(row, 'productId'))
      .map((one) => ({ ...one, available: left.get(one.barcodeId) ?? 0 }));
    const found = allocate(candidates, number(row, 'open'), today, lifeDays);
    for (const { barcodeId, qty } of found.lines) left.set(barcodeId, (left.get(barcodeId) ?? 0) - qty);
    return { row, ...found };
  });
}

/**
 * Sends goods that other places request from stock: one transfer for each of them, batches by first expiry.
 */
export function TogetherTransfer({
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
  const person = usePerson();
  const place = usePlaceName();
  const [poo, setPoo] = useState<string | null>(String(person.primaryPooId ?? person.poos[0]?.id ?? ''));
  const attempt = useAttempt<{ readonly count: number; readonly last: string }>();
  /** Another attempt sends the same lines, so that none is sent twice. */
  const [lineId] = useState(lineIds);
  const ids = useMemo(() => [...new Set(rows.map((row) => number(row, 'productId')))].join(','), [rows]);
  const stock = useQuery({
    queryKey: ['stock-sendable', poo, ids],
    queryFn: ({ signal }) =>
      api.get<{ rows: readonly SendableStock[] }>('/stock-sendable', { query: { poo, ids }, signal }),
  });
  const today = businessDay(serverClock.now());
  const served = useMemo(() => serveLines(rows, stock.data?.rows ?? [], today), [rows, stock.data, today]);
  const own = rows.some((row) => number(row, 'pooId') === Number(poo));
  const nothing = served.every(({ lines }) => lines.length === 0);
  const off = stock.isPending ? null : own ? t('samePlace') : nothing ? t('noneHere') : null;
  const send = () =>
    attempt.run(async ({ command }) => {
      const groups = Map.groupBy(
        served.filter(({ lines }) => lines.length > 0),
        ({ row }) => number(row, 'pooId'),
      );
      let last = '';
      for (const [toPooId, group] of groups)
        last = await draftTransfer(command, Number(poo), toPooId, group, lineId);
      return { count: groups.size, last };
    });
  return (
    <SendDialog
      width={860}
      title={t('sendTitle', { count: rows.length })}
      verb={t('sendFromStock')}
      sending={attempt}
      wrong={{ from: off ?? stock.isPending }}
      send={send}
      onSent={({ count, last }) => {
        toast({
          text: t('sent', { count }),
          tone: 'ok',
          action: {
            label: t('openOrder'),
            run: () => void navigate(`/purchaseanddispatch/stockmovement?id=${last}`),
          },
        });
        onDone();
      }}
      onClose={onClose}
    >
      {(error) => (
        <>
          {isFailure(stock.error) && (
            <InlineError failure={stock.error} onRetry={() => void stock.refetch()} />
          )}
          <SelectField
            label={t('from')}
            value={poo}
            choices={person.poos.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={setPoo}
            error={off && error('from')}
          />
          {off && !error('from') && <p className="ops-muted">{off}</p>}
          {stock.isPending ? (
            <Skeleton rows={4} />
          ) : (
            <table className="ol-table">
              <thead>
                <tr>
                  <th>{t('product')}</th>
                  <th>{t('to')}</th>
                  <th>{t('open')}</th>
                  <th>{t('batches')}</th>
                  <th>{t('short')}</th>
                </tr>
              </thead>
              <tbody>
                {served.map(({ row, lines, shortage }) => (
                  <tr key={row.id}>
                    <td>
                      <b>{String(row['product'])}</b>{' '}
                      <span className="ops-code ops-muted">{String(row['number'])}</span>
                    </td>
                    <td>{place(number(row, 'pooId'))}</td>
                    <td className="ops-figures">{formatNumber(number(row, 'open'))}</td>
                    <td className="ops-figures">
                      {lines.map(({ batch, qty }) => `${batch} × ${formatNumber(qty)}`).join(', ') || '–'}
                    </td>
                    <td className="ops-figures">{shortage > 0 ? formatNumber(shortage) : ''}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </>
      )}
    </SendDialog>
  );
}

/** A draft with one line for each barcode, which names the request that each unit serves. */
async function draftTransfer(
  command: SendCommand,
  pooId: number,
  toPooId: number,
  group: readonly Served[],
  lineId: (key: string) => string,
): Promise<string> {
  const parts = group.flatMap(({ row, lines }) =>
    lines.map(({ barcodeId, qty }) => ({
      barcodeId,
      link: { indentId: String(row['documentId']), lineId: String(row['lineId']), qty },
    })),
  );
  const lines = [...Map.groupBy(parts, ({ barcodeId }) => barcodeId)].map(([barcodeId, of]) => ({
    id: lineId(`${pooId} ${toPooId} ${barcodeId}`),
    barcodeId,
    qty: of.reduce((sum, { link }) => sum + link.qty, 0),
    links: of.map(({ link }) => link),
  }));
  return (await command('transfer', 'new', 'draft', { pooId, header: { toPooId }, lines })).id;
}
