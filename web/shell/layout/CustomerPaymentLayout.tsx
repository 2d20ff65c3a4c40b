import { ActionIcon } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import { Outlet, useMatches } from 'react-router-dom';
import { useSession } from '#web/live/session.ts';
import { IconAdjustments } from '#web/parts/icons.ts';
import { ToastDock } from '#web/parts/toast.tsx';
import { useLanguage } from '#web/locales/translations.ts';
import { LanguagePicker } from '../header/LanguagePicker.tsx';
import type { Page } from '../pages.ts';
import { NoticeButton } from '../notices/NoticeButton.tsx';
import { useShell } from '../translations.ts';
import { Customizer } from './Customizer.tsx';
import './auth.css';
import './layout.css';

const NoticePanel = lazy(() =>
  import('../notices/NoticePanel.tsx').then((module) => ({ default: module.NoticePanel })),
);

/**
 * Layout for paying customers: header, breadcrumb, appearance; signed-in employees have their notices too.
 */
export function CustomerPaymentLayout(): ReactNode {
  const t = useShell();
  const language = useLanguage();
  const { token } = useSession();
  const [side, setSide] = useState<'notices' | 'customizer' | null>(null);
  const toggle = (which: 'notices' | 'customizer'): void => setSide(side === which ? null : which);
  const page = (useMatches().at(-1)?.handle as { page?: Page } | undefined)?.page;
  return (
    <div className="sh-customer">
      <header className="sh-customer-head">
        <strong>{t('product')}</strong>
        <span className="sh-customer-tools">
          <LanguagePicker />
          {token !== null && <NoticeButton open={side === 'notices'} onToggle={() => toggle('notices')} />}
          <ActionIcon
            aria-label={t('customize')}
            aria-expanded={side === 'customizer'}
            onClick={() => toggle('customizer')}
          >
            <IconAdjustments size={18} />
          </ActionIcon>
        </span>
      </header>
      <nav className="sh-crumbs" aria-label={t('whereAmI')}>
        <ol>
          <li aria-current="page">{page?.title[language]}</li>
        </ol>
      </nav>
      <div className="sh-work">
        <main id="main" className="sh-customer-main">
          <Outlet />
        </main>
        {side === 'customizer' && <Customizer onClose={() => setSide(null)} />}
        {side === 'notices' && token !== null && (
          <Suspense fallback={null}>
            <NoticePanel onClose={() => setSide(null)} />
          </Suspense>
        )}
      </div>
      <ToastDock />
    </div>
  );
}
