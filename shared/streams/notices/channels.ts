import { timeOfDay } from '../../core/day.ts';
import type { NoticeWishes } from '../people/preference.ts';
import { noticeKind, type NoticeChannel } from './kinds.ts';

export type Channels = Readonly<Record<NoticeChannel, boolean>>;

export const noWishes: NoticeWishes = { quietFrom: null, quietTo: null, channels: {} };

/** Whether a time of day (of India) lies in the quiet hours; they may go over midnight, their end is not included. */
export function inQuietHours({ quietFrom, quietTo }: Pick<NoticeWishes, 'quietFrom' | 'quietTo'>, now: number): boolean {
  if (quietFrom === null || quietTo === null || quietFrom === quietTo) return false;
  const time = timeOfDay(now).slice(0, 5);
  return quietFrom < quietTo ? time >= quietFrom && time < quietTo : time >= quietFrom || time < quietTo;
}

/** What a person wants of one kind at any hour: their own word first, else the kind's. */
export function wanted(wishes: NoticeWishes, kind: string): Channels {
  const own = Object.hasOwn(wishes.channels ?? {}, kind) ? wishes.channels![kind]! : {};
  return {
    panel: own.panel ?? true,
    sound: own.sound ?? !wishes.silent?.includes(kind),
    push: own.push ?? noticeKind(kind).push,
  };
}

/** Where a notice goes now. What is urgent, and what its reader asked for this moment, goes through quiet hours and every choice. */
export function channelsOf(wishes: NoticeWishes, notice: { readonly message: string; readonly urgent: boolean }, now: number): Channels {
  if (notice.urgent || notice.message === 'testNotice') return { panel: true, sound: true, push: true };
  const want = wanted(wishes, notice.message);
  return inQuietHours(wishes, now) ? { ...want, sound: false, push: false } : want;
}
