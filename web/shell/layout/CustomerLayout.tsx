import type { ReactNode } from 'react';
import { Outlet } from 'react-router-dom';
import { ToastDock } from '#web/parts/toast.tsx';
import { LanguagePicker } from '../header/LanguagePicker.tsx';
import { useShell } from '../words.ts';
import './auth.css';
import './layout.css';

/** The year the specification's footer names. */
const copyrightYear = 2020;

/** Where the provider's own site is, from the page's `provider-site`; without it the names stand without links. */
function providerSite(): string | null {
  const given = document.querySelector<HTMLMetaElement>('meta[name="provider-site"]')?.content ?? '';
  return /^https:\/\/[^\s"'<>]+$/.test(given) ? given.replace(/\/$/, '') : null;
}

/** For customers: header, the document, and a footer with the terms of the provider's own site. */
export function CustomerLayout(): ReactNode {
  const t = useShell();
  const site = providerSite();
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
