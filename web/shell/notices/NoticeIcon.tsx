import type { ReactNode } from 'react';
import type { NoticeColour, NoticeIconName } from '#shared/streams/notices/kinds.ts';
import {
  IconAlertTriangle,
  IconBell,
  IconCheck,
  IconClipboardCheck,
  IconClock,
  IconClockPause,
  IconEye,
  IconHelp,
  IconMessage,
  IconPhone,
  IconUser,
  IconX,
} from '#web/parts/icons.ts';
import type { NoticeRow } from './use-notices.ts';

const icons: Readonly<Record<NoticeIconName, typeof IconBell>> = {
  alarm: IconClockPause,
  alert: IconAlertTriangle,
  'alert-triangle': IconAlertTriangle,
  bell: IconBell,
  check: IconCheck,
  clipboard: IconClipboardCheck,
  'clipboard-check': IconClipboardCheck,
  clock: IconClock,
  'clock-exclamation': IconClockPause,
  'clock-off': IconClockPause,
  'eye-exclamation': IconEye,
  help: IconHelp,
  message: IconMessage,
  person: IconUser,
  phone: IconPhone,
  x: IconX,
};
const tones: Readonly<Record<NoticeColour, string>> = {
  green: 'ok',
  red: 'danger',
  orange: 'warn',
  amber: 'warn',
  blue: 'info',
  gray: 'muted',
};
/** Notices of earlier versions may hold other names. */
const known = <T extends string>(names: Readonly<Record<T, unknown>>, name: string): name is T =>
  Object.hasOwn(names, name);

/** Decorative coloured icon of a notice. */
export function NoticeIcon({ notice }: { notice: Pick<NoticeRow, 'icon' | 'color'> }): ReactNode {
  const Icon = known(icons, notice.icon) ? icons[notice.icon] : IconBell;
  const tone = known(tones, notice.color) ? tones[notice.color] : 'muted';
  return (
    <span className={`sh-notice-icon ops-tone-${tone}`} aria-hidden="true">
      <Icon size={16} />
    </span>
  );
}
