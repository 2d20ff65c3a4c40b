import { uniqueStream } from '../../core/unique.ts';
import type { SlotWish } from './state.ts';

const half = 30;

/**
 * Streams of the half hours a visit would need, where a slot block (master `slotBlock`) may hold them, by
 * short name.
 */
export function blockReads(wish: SlotWish, minutes: number): Readonly<Record<string, string>> {
  if (!/^\d{2}:\d{2}$/.test(wish.slotFrom) || wish.appDate === '') return {};
  const [hour, minute] = wish.slotFrom.split(':').map(Number) as [number, number];
  const from = hour * 60 + minute;
  const reads: Record<string, string> = {};
  for (let at = from - (from % half); at < from + minutes; at += half)
    reads[`block:${wish.iAssignedTo}:${wish.appDate}:${at}`] = uniqueStream(
      'master-slotBlock-slot',
      `${wish.iAssignedTo}|${wish.appDate}|${at}`,
    );
  return reads;
}

/** Whether one of these half hours is blocked, according to `read`. */
export function isBlocked(read: Readonly<Record<string, any>>, wish: SlotWish, minutes: number): boolean {
  return Object.keys(blockReads(wish, minutes)).some(
    (short) => (read[short] as { owner?: string | null } | undefined)?.owner != null,
  );
}
