import { useRef, useState } from 'react';
import { useTranslations } from '#web/locales/translations.ts';
import {
  parcelCode,
  readParcelCode,
  scanParcel,
  unscanned,
} from '#shared/streams/delivery/parcel/parcel-label.ts';
import type { ScanAnswer } from '#web/parts/scan/ScanField.tsx';
import type { ParcelRow } from './row.ts';

type Read =
  | { readonly delivery: ParcelRow; readonly labels: readonly string[]; readonly answer: null }
  | { readonly delivery: null; readonly answer: ScanAnswer };

export interface ParcelScan {
  /** Reads a code; a delivery of several parcels is found once the label of each was scanned. */
  readonly read: (deliveries: readonly ParcelRow[], code: string) => Read;
  /** How many labels of this delivery were scanned so far. */
  readonly countOf: (delivery: ParcelRow) => number;
}

/** Collects the labels of parcels, which the server wants to know when they change hands. */
export function useParcelScan(): ParcelScan {
  const { t } = useTranslations('parcels');
  const before = useRef(new Set<string>());
  const [, setCount] = useState(0);
  const read: ParcelScan['read'] = (deliveries, code) => {
    const found = scanParcel(deliveries, before.current, code);
    const no = (text: string, ok = false): Read => ({ delivery: null, answer: { ok, text } });
    if (found.is === 'foreign') return no(t('notOnRun', { code }));
    const { delivery } = found;
    const { number, parcels } = delivery;
    switch (found.is) {
      case 'each':
        return no(t('scanEach', { number, count: parcels }));
      case 'twice':
        return no(t('scannedTwice', { number, n: found.parcel }));
      case 'part':
        before.current.add(parcelCode(number, found.parcel));
        setCount(before.current.size);
        return no(t('scannedPart', { number, n: found.parcel, of: parcels, left: found.left }), true);
      default: {
        // The last label is not remembered: after a refusal it is the one to scan again.
        const last = parcelCode(number, readParcelCode(code).parcel ?? 1);
        return { delivery, labels: [...labelsOf(delivery), last], answer: null };
      }
    }
  };
  const labelsOf = (delivery: ParcelRow): readonly string[] => {
    const left = new Set(unscanned(delivery, [...before.current]));
    return unscanned(delivery, []).filter((label) => !left.has(label));
  };
  return { read, countOf: (delivery) => labelsOf(delivery).length };
}
