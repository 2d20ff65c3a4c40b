import type { NewEvent } from '../../core/event.ts';
import { phoneKey } from '../../core/phone.ts';
import { uniqueStream } from '../core/unique.ts';

export interface CustomerPhone {
  readonly phone: string;
  readonly verifiedAt: string | null;
  readonly primary: boolean;
  /** Number of a merged duplicate: reserved, but not the one dialled. */
  readonly held?: true;
}

const mostPhones = 5;

/** Each number once; the first one is dialled. */
export function joinPhones(phones: readonly CustomerPhone[]): readonly CustomerPhone[] {
  const keys = phones.map(({ phone }) => phoneKey(phone));
  return phones
    .flatMap((one, at) => (keys.indexOf(keys[at]!) === at ? [{ ...one, primary: at === 0 }] : []))
    .slice(0, mostPhones);
}

export function dialled(phones: readonly CustomerPhone[]): CustomerPhone | undefined {
  return phones.find(({ primary }) => primary) ?? phones[0];
}

/** The stream that reserves a phone number among customers. */
export const phoneStream = (phone: string): string => uniqueStream('customer-phone', phoneKey(phone));

/** Reserves the number for this customer; with `until`, only for that long. */
export function keepPhone(phone: string, owner: string, until: string | null): NewEvent {
  return {
    stream: phoneStream(phone),
    type: 'KeyReserved',
    data: { owner, ...(until === null ? {} : { until }) },
  };
}
