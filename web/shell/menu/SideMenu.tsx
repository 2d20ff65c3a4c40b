import { lazy, Suspense } from 'react';
import type { ReactNode } from 'react';
import type { SidebarStyle } from '../layout/settings.ts';
import { useShell } from '../words.ts';
import { List } from './MenuList.tsx';
import { useMenu } from './use-menu.ts';
import './menu.css';

const NarrowItem = lazy(() => import('./NarrowItem.tsx').then((module) => ({ default: module.NarrowItem })));

/** The navigation at the side, in the style that is chosen. */
export function SideMenu({ style }: { style: SidebarStyle }): ReactNode {
  const t = useShell();
  const items = useMenu();
  const narrow = style === 'compact' || style === 'compact-big';
  return (
    <nav className="sh-nav" aria-label={t('navigation')}>
      {narrow ? (
        <Suspense fallback={null}>
          <ul className="sh-nav-list" data-level={0}>
            {items.map((item) =>
              item.type === 'separator' ? (
                <li key="line" className="sh-nav-line" aria-hidden="true" />
              ) : (
                <li key={item.state}>
                  <NarrowItem item={item} named={style === 'compact-big'} />
                </li>
              ),
            )}
          </ul>
        </Suspense>
      ) : (
        <List items={items} level={0} />
      )}
    </nav>
  );
}
