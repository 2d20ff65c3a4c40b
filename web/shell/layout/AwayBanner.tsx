import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { useSession } from '#web/live/session.ts';
import { announce } from '#web/parts/announce.ts';
import { formatMoment } from '#web/locales/formats.ts';
import { useAwayTranslations } from './away-translations.ts';

/** Says that the page works from what this device keeps, and as of when. */
export function AwayBanner({ at }: { readonly at: number }): ReactNode {
  const t = useAwayTranslations();
  const { token } = useSession();
  const title = t('title');
  const text = `${t('text', { time: formatMoment(at, Date.now()) })}${token === null ? ` ${t('signInLater')}` : ''}`;
  useEffect(() => announce(`${title}. ${text}`), [title, text]);
  return (
    <aside className="sh-storage" data-tone="warn" aria-label={title}>
      <strong>{title}</strong>
      <span>{text}</span>
    </aside>
  );
}
