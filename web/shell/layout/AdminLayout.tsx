import { ActionIcon, Tooltip } from '@mantine/core';
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { Link, Outlet, useLocation, useMatches, useNavigation } from 'react-router-dom';
import { away, useSession } from '#web/live/session.ts';
import { useCommands } from '#web/parts/commands/use-commands.ts';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '#web/parts/icons.ts';
import { talk } from '#web/parts/talk.ts';
import { ToastDock } from '#web/parts/toast.tsx';
import { useFrame, useLanguage } from '#web/locales/translations.ts';
import { Commands } from '../palette/Commands.tsx';
import { Header } from '../header/Header.tsx';
import { useSessionStatus } from '../me.ts';
import { fromFranchise } from '../session/franchise.ts';
import { SideMenu } from '../menu/SideMenu.tsx';
import type { Page } from '../pages.ts';
import { isMobile } from '../layout-rules.ts';
import { UpdatePrompt } from '../update/UpdatePrompt.tsx';
import { useShell } from '../translations.ts';
import { deployment } from '../deployment.ts';
import { BreadcrumbBar } from './BreadcrumbBar.tsx';
import { DemoBanner } from './DemoBanner.tsx';
import { LoadingDialog } from './LoadingDialog.tsx';
import { Logo } from './Logo.tsx';
import { StaleBanner } from './StaleBanner.tsx';
import { StorageBanner } from './StorageBanner.tsx';
import { followQuery, setLayout, toggledCompact, toggledSidebar, useLayout } from './settings.ts';
import { useWidth } from './viewport.ts';
import './layout.css';

const NoticePanel = lazy(() =>
  import('../notices/NoticePanel.tsx').then((module) => ({ default: module.NoticePanel })),
);
const Customizer = lazy(() => import('./Customizer.tsx').then((module) => ({ default: module.Customizer })));
const CallBar = lazy(() =>
  import('#web/parts/call/CallBar.tsx').then((module) => ({ default: module.CallBar })),
);
const TalkDock = lazy(() => import('../chat/TalkDock.tsx').then((module) => ({ default: module.TalkDock })));
const PrintHead = lazy(() =>
  import('../print/PrintHead.tsx').then((module) => ({ default: module.PrintHead })),
);
const AwayBanner = lazy(() => import('./AwayBanner.tsx').then((module) => ({ default: module.AwayBanner })));
const SessionOverlay = lazy(() =>
  import('../session/SessionOverlay.tsx').then((module) => ({ default: module.SessionOverlay })),
);

type Side = 'notices' | 'customizer' | null;

/** The page at the current address. */
export function usePage(): { page: Page | null; params: Readonly<Record<string, string | undefined>> } {
  const leaf = useMatches().at(-1);
  return { page: (leaf?.handle as { page?: Page } | undefined)?.page ?? null, params: leaf?.params ?? {} };
}

/**
 * The frame of signed-in pages: navigation on the side or on top, header, breadcrumb, the page, and what is
 * docked beside it.
 */
export function AdminLayout(): ReactNode {
  const t = useShell();
  const frame = useFrame();
  const language = useLanguage();
  const layout = useLayout();
  const location = useLocation();
  const navigation = useNavigation();
  const { page } = usePage();
  const { token, ended } = useSession();
  const condition = useSessionStatus();
  const keptAt = condition.is === 'known' ? condition.keptAt : undefined;
  const mobile = isMobile(useWidth());
  const talking = useSyncExternalStore(talk.subscribe, talk.now);
  const [drawer, setDrawer] = useState(false);
  const [side, setSide] = useState<Side>(null);
  const title = page?.title[language] ?? t('product');

  useEffect(() => followQuery(location.search), [location.search]);
  useEffect(() => {
    setDrawer(false);
    setSide(null);
  }, [location.pathname]);
  useEffect(() => {
    document.title = `${title} · ${t('product')}`;
  }, [title, t]);
  useEffect(() => {
    document.getElementById('sh-title')?.focus({ preventScroll: true });
  }, [location.pathname]);
  useEffect(() => {
    if (!mobile) setDrawer(false);
  }, [mobile]);
  useEffect(() => {
    const kept = import('../keep-focus.ts').then(({ keepFocus }) => keepFocus());
    return () => void kept.then((leave) => leave());
  }, []);

  const toggleSide = (): void =>
    mobile ? setDrawer(!drawer) : setLayout({ sidebarStyle: toggledSidebar(layout.sidebarStyle) });
  const toggleCompact = (): void => setLayout({ sidebarStyle: toggledCompact(layout.sidebarStyle) });
  useCommands([
    { id: 'goto.sidebar', label: t('goto.sidebar'), keys: '[', run: toggleSide },
    ...(mobile || layout.navigationPos === 'top'
      ? []
      : [{ id: 'goto.compact', label: t('goto.compact'), keys: ']', run: toggleCompact }]),
    ...(drawer
      ? [
          {
            id: 'sidebar.close',
            label: t('closeMenu'),
            keys: 'Escape',
            scope: 'panel' as const,
            quiet: true,
            run: () => setDrawer(false),
          },
        ]
      : []),
  ]);

  const onSide = layout.navigationPos === 'side' || mobile;
  const style = mobile ? (drawer ? 'full' : 'closed') : layout.sidebarStyle;
  const franchise = fromFranchise(location.hash);
  const signedIn = token !== null || ended !== null;

  return (
    <div
      className="sh-app"
      data-nav={onSide ? 'side' : 'top'}
      data-sidebar={onSide ? style : 'none'}
      data-mobile={mobile || undefined}
      data-fixed={layout.topbarFixed || undefined}
    >
      <a className="sh-skip" href="#main">
        {frame('skipToContent')}
      </a>
      <DemoBanner />
      <StorageBanner />
      {keptAt === undefined ? (
        <StaleBanner />
      ) : (
        <Suspense fallback={null}>
          <AwayBanner at={keptAt} />
        </Suspense>
      )}
      <div className="sh-columns">
        {onSide && (
          <aside className="sh-side" inert={style === 'closed'}>
            <div className="sh-side-head">
              <Logo named={style === 'full'} />
            </div>
            {style !== 'closed' && <SideMenu style={style} />}
            {style !== 'closed' && !mobile && (
              <div className="sh-side-foot">
                {style === 'full' && deployment.version !== '' && (
                  <span>{t('version', { version: deployment.version })}</span>
                )}
                <Tooltip label={t(style === 'full' ? 'narrowSidebar' : 'widenSidebar')} position="right">
                  <ActionIcon
                    aria-label={t(style === 'full' ? 'narrowSidebar' : 'widenSidebar')}
                    aria-keyshortcuts="]"
                    onClick={toggleCompact}
                  >
                    {style === 'full' ? (
                      <IconLayoutSidebarLeftCollapse size={18} />
                    ) : (
                      <IconLayoutSidebarLeftExpand size={18} />
                    )}
                  </ActionIcon>
                </Tooltip>
              </div>
            )}
          </aside>
        )}
        {drawer && (
          <button
            type="button"
            className="sh-shade"
            aria-label={t('closeMenu')}
            onClick={() => setDrawer(false)}
          />
        )}
        <div className="sh-body">
          {!franchise && (
            <Header
              onSide={onSide}
              mobile={mobile}
              sidebarOpen={style !== 'closed'}
              onSidebar={toggleSide}
              side={side}
              onOpen={(next) => setSide(side === next ? null : next)}
            />
          )}
          <BreadcrumbBar />
          <div className="sh-work">
            <main id="main" className="sh-main" tabIndex={-1}>
              <Suspense fallback={null}>
                <PrintHead title={title} />
              </Suspense>
              <h1 id="sh-title" className="ops-hidden" tabIndex={-1}>
                {title}
              </h1>
              {signedIn && <Outlet />}
            </main>
            <Suspense fallback={null}>
              {talking && <TalkDock key={talking.room} {...talking} />}
              {side === 'notices' && <NoticePanel onClose={() => setSide(null)} />}
              {side === 'customizer' && <Customizer onClose={() => setSide(null)} />}
            </Suspense>
          </div>
          {token !== null && (
            <Suspense fallback={null}>
              <CallBar />
            </Suspense>
          )}
          <ToastDock />
        </div>
      </div>
      <LoadingDialog open={navigation.state === 'loading'} />
      <Commands onCustomize={() => setSide('customizer')} onNotices={() => setSide('notices')} />
      <UpdatePrompt />
      {token === null && ended !== null && ended !== away && (
        <Suspense fallback={null}>
          <SessionOverlay />
        </Suspense>
      )}
      {!signedIn && (
        <Link to="/login/default" className="ops-hidden">
          {t('signIn')}
        </Link>
      )}
    </div>
  );
}
