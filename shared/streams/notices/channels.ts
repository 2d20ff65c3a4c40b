import { clockTime } from '../../core/day.ts';
import type { NoticeWishes } from '../people/preference.ts';
import { noticeKind, type NoticeChannel } from './kinds.ts';

export type Channels = Readonly<Record<NoticeChannel, boolean>>;

export const noWishes: NoticeWishes = { quietFrom: null, quietTo: null, channels: {} };

/** Whether a time of day (IST) lies in quiet hours, which may span midnight; their end is exclusive. */
export function inQuietHours(
  { quietFrom, quietTo }: Pick<NoticeWishes, 'quietFrom' | 'quietTo'>,
  now: number,
): boolean {
  if (quietFrom === null || quietTo === null || quietFrom === quietTo) return false;
  const time = clockTime(now);
  return quietFrom < quietTo ? time >= quietFrom && time < quietTo : time >= quietFrom || time < quietTo;
}

/** Channels for a kind regardless of quiet hours: the person's own choice, else the default of the kind. */
export function wanted(wishes: NoticeWishes, kind: string): Channels {
  const own = Object.hasOwn(wishes.channels ?? {}, kind) ? wishes.channels![kind]! : {};
  return {
    panel: own.panel ?? true,
    sound: own.sound ?? !wishes.silent?.includes(kind),
    push: own.push ?? noticeKind(kind).push,
  };
}

/** Channels for a notice now. Urgent and explicitly requested notices override quiet hours and choices. */
export function channelsOf(
  wishes: NoticeWishes,
  notice: { readonly message: string; readonly urgent: boolean },
  now: number,
): Channels {
  if (notice.urgent || notice.message === 'testNotice') return { panel: true, sound: true, push: true };
  const want = wanted(wishes, notice.message);
  return inQuietHours(wishes, now) ? { ...want, sound: false, push: false } : want;
}
