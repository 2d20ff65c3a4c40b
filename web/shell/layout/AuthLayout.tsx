import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { Outlet } from 'react-router-dom';
import { ToastDock } from '#web/parts/toast.tsx';
import { LanguagePicker } from '../header/LanguagePicker.tsx';
import { ThemePicker } from '../header/ThemePicker.tsx';
import { deployment } from '../deployment.ts';
import { EnvironmentLabel } from '../header/EnvironmentLabel.tsx';
import { useShell } from '../translations.ts';
import './auth.css';
import './layout.css';

/** The authentication layout: only the routed content and a language picker. */
export function AuthLayout(): ReactNode {
  const t = useShell();
  useEffect(() => {
    document.title = t('product');
  }, [t]);
  return (
    <div className="sh-auth">
      <header className="sh-auth-tools">
        <LanguagePicker />
        <ThemePicker />
      </header>
      <main id="main" className="sh-auth-main">
        <p className="sh-auth-brand">
          <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
            <rect width="32" height="32" rx="7" className="sh-logo-ground" />
            <path
              d="M8 11h16M8 16h10M8 21h13"
              className="sh-logo-ink"
              strokeWidth="2.5"
              strokeLinecap="round"
            />
            <circle cx="23.5" cy="16" r="2.5" className="sh-logo-dot" />
          </svg>
          <span>
            <strong>{t('product')}</strong>
            <span>{t('tagline')}</span>
          </span>
        </p>
        <Outlet />
        {deployment.version !== '' && (
          <p className="sh-auth-version">
            {t('version', { version: deployment.version })} <EnvironmentLabel />
          </p>
        )}
      </main>
      <ToastDock />
    </div>
  );
}
