import { ActionIcon, Tooltip } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { commands } from '#web/parts/commands/registry.ts';
import { IconInbox, IconLogout, IconMenu2, IconSearch } from '#web/parts/icons.ts';
import { KeyHint } from '#web/parts/KeyHint.tsx';
import { PartBoundary } from '#web/parts/PartBoundary.tsx';
import { ChatButton } from '../chat/ChatButton.tsx';
import { Logo } from '../layout/Logo.tsx';
import { useWidth } from '../layout/viewport.ts';
import { NoticeButton } from '../notices/NoticeButton.tsx';
import { isSmallest } from '../layout-rules.ts';
import { useShell } from '../translations.ts';
import { EnvironmentLabel } from './EnvironmentLabel.tsx';
import { ConnectionState } from './LineState.tsx';
import { useSignOut } from './use-sign-out.ts';
import './header.css';

const HeaderMenus = lazy(() =>
  import('./HeaderMenus.tsx').then((module) => ({ default: module.HeaderMenus })),
);
/** With the state machines behind it: not before the first paint. */
const AttendanceButtons = lazy(() =>
  import('../attendance/AttendanceButtons.tsx').then((module) => ({ default: module.AttendanceButtons })),
);
const TopMenu = lazy(() => import('../menu/TopMenu.tsx').then((module) => ({ default: module.TopMenu })));

export interface HeaderProps {
  readonly onSide: boolean;
  readonly mobile: boolean;
  readonly sidebarOpen: boolean;
  readonly onSidebar: () => void;
  readonly side: 'notices' | 'customizer' | null;
  readonly onOpen: (side: 'notices' | 'customizer') => void;
}

function openPalette(): void {
  commands.byId('palette.open')?.run();
}

/** The top bar: search, attendance, language, theme, notifications, settings, account. */
export function Header({ onSide, mobile, sidebarOpen, onSidebar, side, onOpen }: HeaderProps): ReactNode {
  const t = useShell();
  const signOut = useSignOut();
  const width = useWidth();
  const roomy = width >= 1360;
  const menus = {
    mobile,
    smallest: isSmallest(width),
    named: roomy,
    onCustomize: () => onOpen('customizer'),
  };
  return (
    <header className="sh-head">
      <div className="sh-head-start">
        {onSide && (
          <Tooltip label={sidebarOpen ? t('hideSidebar') : t('showSidebar')}>
            <ActionIcon
              aria-label={
                mobile
                  ? t(sidebarOpen ? 'closeMenu' : 'openMenu')
                  : t(sidebarOpen ? 'hideSidebar' : 'showSidebar')
              }
              aria-expanded={sidebarOpen}
              onClick={onSidebar}
            >
              <IconMenu2 size={18} />
            </ActionIcon>
          </Tooltip>
        )}
        {(!onSide || mobile || !sidebarOpen) && <Logo named={!onSide && width >= 1280} />}
        {!onSide && (
          <Suspense fallback={null}>
            <TopMenu />
          </Suspense>
        )}
        {onSide && !mobile && (
          <button type="button" className="sh-search" onClick={openPalette} aria-keyshortcuts="Control+K">
            <IconSearch size={15} aria-hidden="true" />
            <span>{t('search')}</span>
            <KeyHint keys="$mod+k" />
          </button>
        )}
      </div>
      <div className="sh-head-end">
        <ConnectionState small={isSmallest(width)} />
        <PartBoundary of="attendance">
          <Suspense fallback={null}>
            <AttendanceButtons small={width < 1180} roomy={roomy && onSide} />
          </Suspense>
        </PartBoundary>
        {!mobile && <EnvironmentLabel />}
        {(!onSide || mobile) && (
          <ActionIcon aria-label={t('palette.open')} onClick={openPalette}>
            <IconSearch size={18} />
          </ActionIcon>
        )}
        {!mobile && (
          <Suspense fallback={<span className="sh-head-room" data-appearances />}>
            <HeaderMenus which="looks" {...menus} />
          </Suspense>
        )}
        {!mobile && (
          <Tooltip label={t('inbox')}>
            <ActionIcon component={Link} to="/inbox" aria-label={t('inbox')}>
              <IconInbox size={18} />
            </ActionIcon>
          </Tooltip>
        )}
        {!mobile && <ChatButton />}
        <NoticeButton open={side === 'notices'} onToggle={() => onOpen('notices')} />
        <Suspense fallback={<span className="sh-head-room" />}>
          <HeaderMenus which="own" {...menus} />
        </Suspense>
        <Tooltip label={t('signOut')}>
          <ActionIcon aria-label={t('signOut')} onClick={signOut}>
            <IconLogout size={18} />
          </ActionIcon>
        </Tooltip>
      </div>
    </header>
  );
}
