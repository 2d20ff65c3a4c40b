import type { ReactNode } from 'react';
import { AccountMenu } from './AccountMenu.tsx';
import { LanguagePicker } from './LanguagePicker.tsx';
import { SettingsMenu } from './SettingsMenu.tsx';
import { ThemePicker } from './ThemePicker.tsx';

export interface HeaderMenusProps {
  readonly which: 'looks' | 'own';
  readonly mobile: boolean;
  readonly smallest: boolean;
  readonly named: boolean;
  readonly onCustomize: () => void;
}

/** The header's menus, loaded right after the first paint. */
export function HeaderMenus({ which, mobile, smallest, named, onCustomize }: HeaderMenusProps): ReactNode {
  if (which === 'looks')
    return mobile ? null : (
      <>
        <LanguagePicker />
        <ThemePicker />
      </>
    );
  return (
    <>
      {!smallest && <SettingsMenu onCustomize={onCustomize} />}
      <AccountMenu named={named} mobile={mobile} onCustomize={onCustomize} />
    </>
  );
}
