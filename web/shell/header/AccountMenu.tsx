import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { languages } from '#shared/core/translations.ts';
import {
  IconAdjustments,
  IconCalendar,
  IconChartBar,
  IconChevronDown,
  IconInbox,
  IconKey,
  IconLanguage,
  IconLogout,
  IconMessage,
  IconMoon,
  IconSettings,
  IconSun,
  IconUser,
} from '#web/parts/icons.ts';
import { setAppearance } from '#web/parts/theme/appearance.ts';
import { useScheme } from '#web/parts/theme/ThemeRoot.tsx';
import { setLanguage, useLanguage } from '#web/locales/translations.ts';
import { deployment } from '../deployment.ts';
import { lastKnown, useSessionStatus } from '../me.ts';
import { useShell } from '../translations.ts';
import { languageNames } from './LanguagePicker.tsx';
import { useEnvironment } from './EnvironmentLabel.tsx';
import { initials } from './initials.ts';
import { useSignOut } from './use-sign-out.ts';

/** The account menu: password and sign-out; on small screens also what does not fit in the header. */
export function AccountMenu({
  named,
  mobile,
  onCustomize,
}: {
  named: boolean;
  mobile: boolean;
  onCustomize: () => void;
}): ReactNode {
  const t = useShell();
  const signOut = useSignOut();
  const scheme = useScheme();
  const language = useLanguage();
  useSessionStatus();
  const me = lastKnown();
  const environment = useEnvironment();
  const other = languages.find((one) => one !== language)!;
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <button type="button" className="sh-tool sh-account">
          <span className="ops-hidden">{t('userMenu', { name: me?.name ?? '' })}</span>
          <span className="sh-initials" aria-hidden="true">
            {initials(me?.name ?? '')}
          </span>
          {named && (
            <span className="sh-account-name" aria-hidden="true">
              {me?.name}
            </span>
          )}
          {named && <IconChevronDown size={14} aria-hidden="true" />}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <div className="sh-account-who">
          <strong>{me?.name}</strong>
          <span>{[me?.designationName, me?.roleName].filter(Boolean).join(' · ')}</span>
        </div>
        <Menu.Divider />
        {mobile && (
          <>
            <Menu.Item component={Link} to="/profile/overview" leftSection={<IconUser size={16} />}>
              {t('profile')}
            </Menu.Item>
            <Menu.Item component={Link} to="/profile/settings" leftSection={<IconSettings size={16} />}>
              {t('accountSettings')}
            </Menu.Item>
            <Menu.Item component={Link} to="/inbox" leftSection={<IconInbox size={16} />}>
              {t('inbox')}
            </Menu.Item>
            <Menu.Item component={Link} to="/chat" leftSection={<IconMessage size={16} />}>
              {t('chat')}
            </Menu.Item>
            <Menu.Item component={Link} to="/calendar" leftSection={<IconCalendar size={16} />}>
              {t('calendar')}
            </Menu.Item>
            <Menu.Item component={Link} to="/charts" leftSection={<IconChartBar size={16} />}>
              {t('charts')}
            </Menu.Item>
            <Menu.Item leftSection={<IconAdjustments size={16} />} onClick={onCustomize}>
              {t('customize')}
            </Menu.Item>
            <Menu.Item
              leftSection={scheme === 'dark' ? <IconSun size={16} /> : <IconMoon size={16} />}
              onClick={() => setAppearance({ scheme: scheme === 'dark' ? 'light' : 'dark' })}
            >
              {t(scheme === 'dark' ? 'scheme.light' : 'scheme.dark')}
            </Menu.Item>
            <Menu.Item
              lang={other}
              leftSection={<IconLanguage size={16} />}
              onClick={() => void setLanguage(other)}
            >
              {languageNames[other]}
            </Menu.Item>
            <Menu.Divider />
          </>
        )}
        <Menu.Item component={Link} to="/masters/changePassword" leftSection={<IconKey size={16} />}>
          {t('changePassword')}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={signOut}>
          {t('signOut')}
        </Menu.Item>
        {deployment.version !== '' && (
          <>
            <Menu.Divider />
            <p className="sh-account-version">
              {[t('version', { version: deployment.version }), environment].filter(Boolean).join(' · ')}
            </p>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
