import { ActionIcon, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import {
  IconAdjustments,
  IconCalendar,
  IconChartBar,
  IconDeviceTv,
  IconLogout,
  IconSettings,
  IconUser,
} from '#web/parts/icons.ts';
import { lastKnown, useSessionStatus } from '../me.ts';
import { isBuilt } from '../pages.ts';
import { useShell } from '../translations.ts';
import { useSignOut } from './use-sign-out.ts';

export function SettingsMenu({ onCustomize }: { onCustomize: () => void }): ReactNode {
  const t = useShell();
  const signOut = useSignOut();
  useSessionStatus();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t('settings')}>
          <IconSettings size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to="/profile/overview" leftSection={<IconUser size={16} />}>
          {t('profile')}
        </Menu.Item>
        <Menu.Item component={Link} to="/profile/settings" leftSection={<IconSettings size={16} />}>
          {t('accountSettings')}
        </Menu.Item>
        {isBuilt('/calendar') && (
          <Menu.Item component={Link} to="/calendar" leftSection={<IconCalendar size={16} />}>
            {t('calendar')}
          </Menu.Item>
        )}
        <Menu.Item component={Link} to="/charts" leftSection={<IconChartBar size={16} />}>
          {t('charts')}
        </Menu.Item>
        <Menu.Item leftSection={<IconAdjustments size={16} />} onClick={onCustomize}>
          {t('customize')}
        </Menu.Item>
        {lastKnown()?.admin && (
          <Menu.Item component={Link} to="/wall" leftSection={<IconDeviceTv size={16} />}>
            {t('walls.title')}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={signOut}>
          {t('signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
