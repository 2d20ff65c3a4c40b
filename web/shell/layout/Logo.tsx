import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { landing } from '../landing.ts';
import { knownMe, useSessionStatus } from '../me.ts';
import { useShell } from '../translations.ts';

/** The logo; a click opens the dashboard. */
export function Logo({ named = true }: { named?: boolean }): ReactNode {
  const t = useShell();
  const me = knownMe(useSessionStatus());
  return (
    <Link
      to={me ? landing('/dashboard', me) : '/dashboard'}
      className="sh-logo"
      aria-label={`${t('product')}, ${t('dashboard')}`}
    >
      <svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">
        <rect width="32" height="32" rx="7" className="sh-logo-ground" />
        <path d="M8 11h16M8 16h10M8 21h13" className="sh-logo-ink" strokeWidth="2.5" strokeLinecap="round" />
        <circle cx="23.5" cy="16" r="2.5" className="sh-logo-dot" />
      </svg>
      {named && <span>{t('product')}</span>}
    </Link>
  );
}
