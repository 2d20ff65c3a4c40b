import { lazy, Suspense, useEffect, useMemo, useRef } from 'react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import type { SidebarStyle } from '../layout/settings.ts';
import { useShell } from '../translations.ts';
import { List } from './MenuList.tsx';
import { useMenu } from './use-menu.ts';
import './menu.css';

const NarrowItem = lazy(() => import('./NarrowItem.tsx').then((module) => ({ default: module.NarrowItem })));

const IconItems = lazy(() => import('./IconItems.tsx').then((module) => ({ default: module.IconItems })));

/** Side navigation in the chosen style. */
export function SideMenu({ style }: { style: SidebarStyle }): ReactNode {
  const t = useShell();
  const menu = useMenu();
  const [icons, items] = useMemo(
    () => [menu.filter(({ type }) => type === 'icon'), menu.filter(({ type }) => type !== 'icon')],
    [menu],
  );
  const narrow = style === 'compact' || style === 'compact-big';
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // the entry of this page is wholly in view, also where its group has just opened
  useEffect(() => {
    nav.current?.querySelector('.active')?.scrollIntoView?.({ block: 'nearest' });
  }, [pathname, menu]);
  return (
    <nav ref={nav} className="sh-nav" aria-label={t('navigation')}>
      {icons.length > 0 && (
        <div className="sh-nav-icons" data-narrow={narrow || undefined}>
          <Suspense fallback={null}>
            <IconItems items={icons} label={t('ownPages')} named={style === 'compact-big'} />
          </Suspense>
        </div>
      )}
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
