import { useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import type { FoundProduct } from '#shared/families/document-wire.ts';
import { readGs1 } from '#shared/core/gs1.ts';
import { api } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import { useQuery } from '#web/live/query.ts';
import { ScanField, type ScanAnswer } from '#web/parts/scan/ScanField.tsx';
import { readSheet } from '#web/parts/lines/line-column.ts';
import { formatMoney, formatNumber } from '#web/locales/formats.ts';
import { useDocumentTranslations } from './translations.ts';
import { plainText } from '#shared/core/plain.ts';

export const findProducts = (
  query: { q?: string; ids?: string; codes?: string; poo?: number; supplier?: number },
  signal?: AbortSignal,
): Promise<{ rows: readonly FoundProduct[] }> =>
  api.get('/stock-products', { query, ...(signal ? { signal } : {}) });

export interface ProductScanProps {
  readonly pooId: number;
  /** The supplier whose prices are proposed. */
  readonly supplierId: number | null;
  readonly disabled: boolean;
  /** Adds the product, or increases its quantity; returns the result as text. */
  readonly onFound: (
    product: FoundProduct,
    scanned: { readonly batch: string | null; readonly expiry: string | null },
  ) => ScanAnswer;
  readonly onSheet: (rows: readonly (readonly string[])[]) => void;
}

/**
 * Finds products by scanner, name or code; Enter takes a code or a single match, several are offered below.
 */
export function ProductScan({ pooId, supplierId, disabled, onFound, onSheet }: ProductScanProps): ReactNode {
  const t = useDocumentTranslations();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const [clear, setClear] = useState(0);
  const box = useRef<HTMLInputElement>(null);
  const asked = text.trim();
  const about = { poo: pooId, ...(supplierId === null ? {} : { supplier: supplierId }) };
  const { data } = useQuery({
    queryKey: ['stock-products', pooId, supplierId, asked],
    enabled: asked.length >= 2 && readGs1(asked) === null,
    queryFn: ({ signal }) => findProducts({ q: asked, ...about }, signal),
  });
  const offered = useMemo(() => (asked.length >= 2 ? (data?.rows ?? []) : []), [asked, data]);
  const take = (
    product: FoundProduct,
    scanned = { batch: null as string | null, expiry: null as string | null },
  ): ScanAnswer => {
    setActive(0);
    if (product.stage !== 'active')
      return { ok: false, text: t('notActive', { product: product.product, stage: product.stage ?? '' }) };
    return onFound(product, scanned);
  };
  const scan = async (code: string): Promise<ScanAnswer | null> => {
    const gs1 = readGs1(code);
    try {
      const chosen = active > 0 ? offered[active - 1] : undefined;
      if (chosen) return take(chosen);
      const { rows } = await findProducts({ q: code, ...about });
      const exact = rows.find(
        (one) => plainText(one.code) === plainText(code) || plainText(one.product) === plainText(code),
      );
      const only = exact ?? (rows.length === 1 ? rows[0] : undefined);
      if (only) return take(only, { batch: gs1?.batch ?? null, expiry: gs1?.expiry ?? null });
      return {
        ok: false,
        text: rows.length === 0 ? t('notFound', { text: code }) : t('several', { n: rows.length }),
      };
    } catch (reason) {
      return { ok: false, text: failureOf(reason).message };
    }
  };
  const onKey = (event: KeyboardEvent): boolean => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by === 0 || offered.length === 0) return false;
    event.preventDefault();
    setActive((now) => Math.max(0, Math.min(offered.length, now + by)));
    return true;
  };
  return (
    <div className="do-scan">
      <ScanField
        key={clear}
        inputRef={box}
        autoFocus={clear > 0}
        label={t('addProduct')}
        disabled={disabled}
        onScan={scan}
        onText={(next) => {
          setText(next);
          setActive(0);
        }}
        onKey={onKey}
        onPaste={(pasted) => {
          const rows = readSheet(pasted);
          if (rows.length < 2 && (rows[0]?.length ?? 0) < 2) return false;
          onSheet(rows);
          return true;
        }}
      />
      {offered.length > 0 && (
        <ul className="do-offers" role="listbox" aria-label={t('addProduct')}>
          {offered.map((one, i) => (
            <li
              key={one.productId}
              role="option"
              aria-selected={active === i + 1}
              data-off={one.stage !== 'active' || undefined}
            >
              <button
                type="button"
                tabIndex={-1}
                onClick={() => {
                  if (take(one).ok) {
                    setText('');
                    setClear(clear + 1);
                  }
                }}
              >
                <b>{one.product}</b> <span className="ops-code">{one.code}</span>
                <span className="ops-muted ops-figures">
                  {one.packSize > 1 ? `× ${one.packSize}` : ''} · {formatMoney(one.mrpPaise)} ·{' '}
                  {t('inStock', { n: formatNumber(one.available) })}
                  {one.ordered > 0 && ` · ${t('ordered', { n: formatNumber(one.ordered) })}`}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
