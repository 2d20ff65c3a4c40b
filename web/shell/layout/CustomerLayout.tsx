import type { ReactNode } from 'react';
import { Outlet } from 'react-router-dom';
import { ToastDock } from '#web/parts/toast.tsx';
import { deployment } from '../deployment.ts';
import { LanguagePicker } from '../header/LanguagePicker.tsx';
import { useShell } from '../translations.ts';
import './auth.css';
import './layout.css';

/** Copyright year of the specification's footer. */
const copyrightYear = 2020;

/** Layout for customers: header, the document, and a footer with the provider's terms, linked if its site is configured. */
export function CustomerLayout(): ReactNode {
  const t = useShell();
  const site = deployment.site();
  return (
    <div className="sh-customer">
      <header className="sh-customer-head">
        <strong>{t('product')}</strong>
        <LanguagePicker />
      </header>
      <main id="main" className="sh-customer-main">
        <Outlet />
      </main>
      <ToastDock />
      <footer className="sh-customer-foot">
        <span>{t('footer.copyright', { year: copyrightYear })}</span>
        {(
          [
            ['terms', t('footer.terms')],
            ['privacy', t('footer.privacy')],
          ] as const
        ).map(([path, name]) =>
          site ? (
            <a key={path} href={`${site}/${path}`} rel="noreferrer">
              {name}
            </a>
          ) : (
            <span key={path}>{name}</span>
          ),
        )}
      </footer>
    </div>
  );
}
