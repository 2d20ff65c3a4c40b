import type { ReactNode } from 'react';
import type { FoundStock } from '#shared/families/document-wire.ts';
import { api } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import { ScanField, type ScanAnswer } from '#web/parts/scan/ScanField.tsx';
import { useDocumentTranslations } from './translations.ts';

export interface StockScanProps {
  readonly pooId: number;
  readonly onFound: (stock: FoundStock) => ScanAnswer;
  /** A blind count must not see the ledger's figures. */
  readonly blind?: boolean;
}

/**
 * Finds goods of the place by their label, batch or product; several batches are added one after the other,
 * first expiry first.
 */
export function StockScan({ pooId, onFound, blind = false }: StockScanProps): ReactNode {
  const t = useDocumentTranslations();
  const scan = async (code: string): Promise<ScanAnswer> => {
    try {
      const { rows } = await api.get<{ rows: readonly FoundStock[] }>(
        blind ? '/stock-goods' : '/stock-items',
        {
          query: { q: code, poo: pooId },
        },
      );
      const first = rows[0];
      return first ? onFound(first) : { ok: false, text: t('notFound', { text: code }) };
    } catch (reason) {
      return { ok: false, text: failureOf(reason).message };
    }
  };
  return <ScanField label={t('scanLine')} onScan={scan} />;
}
