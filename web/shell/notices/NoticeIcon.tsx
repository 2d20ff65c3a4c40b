import type { ReactNode } from 'react';
import {
  IconAlertTriangle,
  IconBell,
  IconCalendarEvent,
  IconCheck,
  IconChecklist,
  IconClock,
  IconMessage,
  IconPhone,
  IconUser,
  IconX,
} from '#web/parts/icons.ts';
import type { NoticeRow } from './use-notices.ts';

const icons: Readonly<Record<string, typeof IconBell>> = {
  check: IconCheck,
  approval: IconChecklist,
  checklist: IconChecklist,
  x: IconX,
  alert: IconAlertTriangle,
  warning: IconAlertTriangle,
  clock: IconClock,
  question: IconMessage,
  message: IconMessage,
  calendar: IconCalendarEvent,
  phone: IconPhone,
  user: IconUser,
  person: IconUser,
};
const tones: Readonly<Record<string, string>> = {
  green: 'ok',
  red: 'danger',
  amber: 'warn',
  orange: 'warn',
  yellow: 'warn',
  blue: 'info',
  ok: 'ok',
  danger: 'danger',
  warn: 'warn',
  info: 'info',
  primary: 'accent',
  accent: 'accent',
  indigo: 'accent',
  warning: 'warn',
  error: 'danger',
  success: 'ok',
};

/** Decorative coloured icon of a notice. */
export function NoticeIcon({ notice }: { notice: Pick<NoticeRow, 'icon' | 'color'> }): ReactNode {
  const Icon = (Object.hasOwn(icons, notice.icon) && icons[notice.icon]) || IconBell;
  const tone = Object.hasOwn(tones, notice.color) ? tones[notice.color] : 'muted';
  return (
    <span className={`sh-notice-icon ops-tone-${tone}`} aria-hidden="true">
      <Icon size={16} />
    </span>
  );
}
