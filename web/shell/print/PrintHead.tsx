import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { formatInstant } from '#web/locales/formats.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import { translations } from '#shared/core/translations.ts';
import { addTranslations, useTranslations } from '#web/locales/translations.ts';
import { knownMe, useSessionStatus } from '../me.ts';
import { useShell } from '../translations.ts';
import './print.css';

addTranslations('print', translations({ en: { rows: 'Rows in sight' }, es: { rows: 'Filas a la vista' } }));

/** Heads every printed screen: which page it is, who printed it and when. On the screen itself it is not shown. */
export function PrintHead({ title }: { title: string }): ReactNode {
  const t = useShell();
  const me = knownMe(useSessionStatus());
  const [at, setAt] = useState(() => serverClock.now());
  const print = useTranslations('print').t;
  useEffect(() => {
    const now = (): void => flushSync(() => setAt(serverClock.now()));
    window.addEventListener('beforeprint', now);
    return () => window.removeEventListener('beforeprint', now);
  }, []);
  return (
    <div className="sh-print-head" aria-hidden="true">
      <span>
        <strong>{title}</strong> <span className="sh-print-rows">· {print('rows')}</span>
      </span>
      <span>{[t('product'), me?.name, formatInstant(at)].filter(Boolean).join(' · ')}</span>
    </div>
  );
}
