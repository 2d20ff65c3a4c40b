import { Button } from '@mantine/core';
import { useCallback, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { headOf } from '#shared/core/cut.ts';
import type { DocumentLine, DocumentState } from '#shared/streams/documents/state.ts';
import type { FoundProduct, FoundStock } from '#shared/families/document-wire.ts';
import type { DocumentAction, DocumentDef, DocumentEdit } from '#shared/families/document.ts';
import { failureOf } from '#web/live/failure.ts';
import { IconPlus } from '#web/parts/icons.ts';
import { LineGrid } from '#web/parts/lines/LineGrid.tsx';
import { ScanField, type ScanAnswer } from '#web/parts/scan/ScanField.tsx';
import { toast } from '#web/parts/toast.tsx';
import { useNarrow } from '#web/parts/use-narrow.ts';
import { formatNumber } from '#web/locales/formats.ts';
import type { Translate } from '#web/locales/translations.ts';
import { lineColumns, newLine } from './line-columns.ts';
import { LineMenu } from './LineMenu.tsx';
import { sortPasted, type BadRow } from './paste.ts';
import { PasteNote } from './PasteNote.tsx';
import { findProducts, ProductScan } from './ProductScan.tsx';
import { ServerScan } from './ServerScan.tsx';
import { StockScan } from './StockScan.tsx';
import { withLine, withNewLines, withoutLine, type Pending } from './pending.ts';
import type { OpenRecord } from './use-record.ts';
import { useDocumentTranslations } from './translations.ts';
import { plainText } from '#shared/core/plain.ts';

export interface DocumentLinesProps {
  readonly def: DocumentDef;
  readonly own: Translate;
  readonly state: DocumentState;
  readonly edit: DocumentEdit | null;
  readonly open: OpenRecord;
  readonly actions: readonly DocumentAction[];
  readonly onAction: (action: DocumentAction, line: DocumentLine) => void;
}

const newId = (): string => `n${headOf(crypto.randomUUID(), 8)}`;
const fieldOf = (line: DocumentLine, name: string): unknown =>
  new Map<string, unknown>(Object.entries(line)).get(name);

/** The lines of a document: typed, scanned or pasted where the stage allows it, otherwise read-only. */
export function DocumentLines({
  def,
  own,
  state,
  edit,
  open,
  actions,
  onAction,
}: DocumentLinesProps): ReactNode {
  const t = useDocumentTranslations();
  const narrow = useNarrow();
  const [found, setFound] = useState<{ id: string; n: number } | null>(null);
  const [left, setLeft] = useState<readonly BadRow[]>([]);
  const { header, place } = state;
  const columns = useMemo(
    () => lineColumns(def, { header, place }, edit, own, narrow),
    [def, header, place, edit, own, narrow],
  );
  const named = new Map<string, unknown>(Object.entries(state.header)).get('supplierId');
  const supplierId = typeof named === 'number' ? named : null;
  const type = (change: (pending: Pending) => Pending): void => open.type(change);
  const amountField =
    edit?.lines.find((name) => def.lines.some((field) => field.name === name && field.kind === 'number')) ??
    null;
  const isNew = (line: DocumentLine): boolean => !open.record?.state.lines.some(({ id }) => id === line.id);

  const lineOf = (
    product: FoundProduct,
    fields: Readonly<Record<string, unknown>>,
  ): Readonly<Record<string, unknown>> => {
    const {
      lastPtrPaise,
      lastDiscBp,
      available: _available,
      ordered: _ordered,
      stage: _stage,
      ...facts
    } = product;
    const price = edit?.lines.includes('ptrPaise')
      ? { ptrPaise: lastPtrPaise ?? 0, discBp: lastDiscBp ?? 0 }
      : {};
    return {
      ...newLine(def, facts),
      ...price,
      ...(edit?.lines.includes('qty') ? { qty: product.packSize } : {}),
      ...fields,
    };
  };
  const add = (product: FoundProduct, fields: Readonly<Record<string, unknown>>): string => {
    const id = newId();
    type((pending) => withLine(pending, id, lineOf(product, fields), true));
    return id;
  };
  const onFound = (
    product: FoundProduct,
    scanned: { readonly batch: string | null; readonly expiry: string | null },
  ): ScanAnswer => {
    const batch =
      edit?.lines.includes('batch') && scanned.batch
        ? { batch: scanned.batch, ...(scanned.expiry ? { expiry: scanned.expiry } : {}) }
        : {};
    const again = state.lines.find(
      (line) =>
        fieldOf(line, 'productId') === product.productId &&
        (!('batch' in batch) || fieldOf(line, 'batch') === scanned.batch),
    );
    if (again && amountField) {
      const by = amountField === 'qty' ? product.packSize : 1;
      const n = Number(fieldOf(again, amountField) ?? 0) + by;
      type((pending) => withLine(pending, again.id, { [amountField]: n }, isNew(again)));
      setFound({ id: again.id, n });
      return { ok: true, text: t('foundAgain', { product: product.product, n: formatNumber(n) }) };
    }
    setFound({ id: add(product, batch), n: 1 });
    return { ok: true, text: t('found', { product: product.product }) };
  };
  const onSheet = async (rows: readonly (readonly string[])[]): Promise<void> => {
    try {
      const { rows: known } = await findProducts({
        codes: rows.map(([first = '']) => first).join('\n'),
        poo: state.pooId,
        ...(supplierId === null ? {} : { supplier: supplierId }),
      });
      const { good, bad } = sortPasted(
        rows,
        columns.filter(({ editable }) => editable),
        known,
      );
      // One change, however many rows: each change is kept as a draft.
      type((pending) =>
        withNewLines(
          pending,
          good.map(({ product, fields }) => [newId(), lineOf(product, fields)]),
        ),
      );
      const again = new Set(rows.map(([first = '']) => plainText(first)));
      setLeft((before) => [...before.filter(({ cells }) => !again.has(plainText(cells[0] ?? ''))), ...bad]);
      if (good.length > 0) toast({ text: t('pasted', { count: good.length }), tone: 'ok' });
    } catch (reason) {
      toast({ text: failureOf(reason).message, tone: 'danger' });
    }
  };
  const onStock = ({ buckets, ...goods }: FoundStock): ScanAnswer => {
    const known = state.lines.find((line) => fieldOf(line, 'barcodeId') === goods.barcodeId);
    const id = known?.id ?? newId();
    if (!known)
      type((pending) =>
        withLine(pending, id, newLine(def, { ...goods, systemQty: buckets['available'] ?? 0 }), true),
      );
    setFound({ id, n: 1 });
    return { ok: true, text: t('found', { product: `${goods.product} ${goods.batch}` }) };
  };
  /** One label is one pack: it increases its line, or starts one. */
  const onGoods = ({ buckets: _none, ...goods }: FoundStock): ScanAnswer => {
    const known = state.lines.find((line) => fieldOf(line, 'barcodeId') === goods.barcodeId);
    const field = amountField ?? '';
    const n = Number((known && fieldOf(known, field)) ?? 0) + goods.packSize;
    const id = known?.id ?? newId();
    type((pending) =>
      known
        ? withLine(pending, id, { [field]: n }, isNew(known))
        : withLine(pending, id, { ...newLine(def, goods), [field]: n }, true),
    );
    setFound({ id, n });
    const product = `${goods.product} ${goods.batch}`;
    return { ok: true, text: t('foundAgain', { product, n: formatNumber(n) }) };
  };
  const scanLine = async (code: string): Promise<ScanAnswer> => {
    const plain = plainText(code);
    const line = state.lines.find((one) =>
      ['label', 'code', 'batch', 'product'].some(
        (name) => plainText(String(fieldOf(one, name) ?? '')) === plain,
      ),
    );
    if (!line) return { ok: false, text: t('notFound', { text: code }) };
    const n = Number(fieldOf(line, amountField ?? '') ?? 0) + 1;
    if (amountField) type((pending) => withLine(pending, line.id, { [amountField]: n }, false));
    setFound({ id: line.id, n });
    return {
      ok: true,
      text: t('foundAgain', { product: String(fieldOf(line, 'product') ?? code), n: formatNumber(n) }),
    };
  };
  const lineActions = useCallback(
    (line: DocumentLine) => (
      <LineMenu
        actions={actions}
        line={line}
        own={own}
        label={t('lineActions', { n: '' })}
        onAction={onAction}
      />
    ),
    [actions, own, t, onAction],
  );
  const trouble = open.failure?.line
    ? { line: open.failure.line, field: open.failure.field ?? null, message: open.failure.message }
    : null;
  return (
    <>
      {edit?.adds && edit.scan === 'product' && (
        <ProductScan
          pooId={state.pooId}
          supplierId={supplierId}
          disabled={false}
          onFound={onFound}
          onSheet={(rows) => void onSheet(rows)}
        />
      )}
      {edit?.adds && edit.scan === 'stock' && <StockScan pooId={state.pooId} onFound={onStock} />}
      {edit?.adds && edit.scan === 'goods' && (
        <StockScan key="goods" blind pooId={state.pooId} onFound={onGoods} />
      )}
      {edit?.adds && edit.scan === null && (
        <Button
          size="compact-sm"
          variant="default"
          className="do-add"
          leftSection={<IconPlus size={14} />}
          onClick={() => type((pending) => withLine(pending, newId(), newLine(def, {}), true))}
        >
          {t('addLine')}
        </Button>
      )}
      {edit?.scan === 'line' && <ScanField label={t('scanLine')} onScan={scanLine} />}
      {left.length > 0 && <PasteNote rows={left} onClose={() => setLeft([])} />}
      <ServerScan def={def} own={own} state={state} open={open} />
      <LineGrid
        label={t('lines')}
        labels={{ actions: t('more'), remove: t('remove') }}
        lines={state.lines}
        columns={columns}
        trouble={trouble}
        found={found}
        empty={edit?.adds ? t('noLines') : t('noLinesRead')}
        {...(edit
          ? {
              onChange: (line: DocumentLine, fields: Readonly<Record<string, unknown>>) =>
                type((pending) => withLine(pending, line.id, fields, isNew(line))),
            }
          : {})}
        {...(edit?.adds
          ? {
              onRemove: (line: DocumentLine) => type((pending) => withoutLine(pending, line.id)),
              onPasteRows: (rows: readonly (readonly string[])[]) => void onSheet(rows),
            }
          : {})}
        {...(actions.length > 0 ? { actions: lineActions } : {})}
      />
    </>
  );
}
