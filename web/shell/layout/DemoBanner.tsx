import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { knownMe, useStanding } from '../me.ts';
import { useShell } from '../words.ts';

/** Says on every page of a demonstration that nothing here is real. */
export function DemoBanner(): ReactNode {
  const t = useShell();
  const me = knownMe(useStanding());
  if (!me?.demo) return null;
  return (
    <aside className="sh-demo" aria-label={t('demoShort')}>
      <span className="sh-demo-long">{t('demoBanner')}</span>
      <span className="sh-demo-short">{t('demoShort')}</span>
      <Link to="/home">{t('demoOther')}</Link>
    </aside>
  );
}
