import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { formatInstant } from '#web/locales/formats.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import { useLanguage } from '#web/locales/translations.ts';
import { knownMe, useSessionStatus } from '../me.ts';
import { useShell } from '../translations.ts';
import './print.css';

/** Heads every printed screen: which page it is, who printed it and when. On the screen itself it is not shown. */
export function PrintHead({ title }: { title: string }): ReactNode {
  const t = useShell();
  const me = knownMe(useSessionStatus());
  const [at, setAt] = useState(() => serverClock.now());
  useLanguage();
  useEffect(() => {
    const now = (): void => flushSync(() => setAt(serverClock.now()));
    window.addEventListener('beforeprint', now);
    return () => window.removeEventListener('beforeprint', now);
  }, []);
  return (
    <div className="sh-print-head" aria-hidden="true">
      <strong>{title}</strong>
      <span>{[t('product'), me?.name, formatInstant(at)].filter(Boolean).join(' · ')}</span>
    </div>
  );
}
