import { ActionIcon } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Outlet, useMatches } from 'react-router-dom';
import { IconAdjustments } from '#web/parts/icons.ts';
import { ToastDock } from '#web/parts/toast.tsx';
import { useLanguage } from '#web/words/words.ts';
import { LanguagePicker } from '../header/LanguagePicker.tsx';
import type { Page } from '../pages.ts';
import { useShell } from '../words.ts';
import { Customizer } from './Customizer.tsx';
import './auth.css';
import './layout.css';

/** For customers who pay: header, where one is, and how the page looks. */
export function CustomerPaymentLayout(): ReactNode {
  const t = useShell();
  const language = useLanguage();
  const [open, setOpen] = useState(false);
  const page = (useMatches().at(-1)?.handle as { page?: Page } | undefined)?.page;
  return (
    <div className="sh-customer">
      <header className="sh-customer-head">
        <strong>{t('product')}</strong>
        <span className="sh-customer-tools">
          <LanguagePicker />
          <ActionIcon aria-label={t('customize')} aria-expanded={open} onClick={() => setOpen(!open)}>
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
        {open && <Customizer onClose={() => setOpen(false)} />}
      </div>
      <ToastDock />
    </div>
  );
}
