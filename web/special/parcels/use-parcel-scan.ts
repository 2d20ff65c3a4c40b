import { useRef } from 'react';
import { useTranslations } from '#web/locales/translations.ts';
import { parcelCode, scanParcel } from '#shared/streams/delivery/parcel/parcel-label.ts';
import type { ScanAnswer } from '#web/parts/scan/ScanField.tsx';
import type { ParcelRow } from './row.ts';

type Read =
  | { readonly delivery: ParcelRow; readonly answer: null }
  | { readonly delivery: null; readonly answer: ScanAnswer };

/** Reads codes of parcels; a delivery of several is answered once the label of each was scanned. */
export function useParcelScan(): (deliveries: readonly ParcelRow[], code: string) => Read {
  const { t } = useTranslations('parcels');
  const before = useRef(new Set<string>());
  return (deliveries, code) => {
    const found = scanParcel(deliveries, before.current, code);
    const no = (text: string, ok = false): Read => ({ delivery: null, answer: { ok, text } });
    if (found.is === 'foreign') return no(t('notOnRun', { code }));
    const { number, parcels } = found.delivery;
    switch (found.is) {
      case 'each':
        return no(t('scanEach', { number, count: parcels }));
      case 'twice':
        return no(t('scannedTwice', { number, n: found.parcel }));
      case 'part':
        before.current.add(parcelCode(number, found.parcel));
        return no(t('scannedPart', { number, n: found.parcel, of: parcels, left: found.left }), true);
      default:
        return { delivery: found.delivery, answer: null };
    }
  };
}
