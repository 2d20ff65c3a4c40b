import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { knownMe, useSessionStatus } from '../me.ts';
import { useShell } from '../translations.ts';

/** Marks every page of a demo. */
export function DemoBanner(): ReactNode {
  const t = useShell();
  const me = knownMe(useSessionStatus());
  if (!me?.demo) return null;
  return (
    <aside className="sh-demo" aria-label={t('demoShort')}>
      <span className="sh-demo-long">{t('demoBanner')}</span>
      <span className="sh-demo-short">{t('demoShort')}</span>
      <Link to="/home">{t('demoOther')}</Link>
    </aside>
  );
}
