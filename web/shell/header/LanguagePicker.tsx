import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { languages } from '#shared/core/translations.ts';
import { IconCheck, IconLanguage } from '#web/parts/icons.ts';
import { setLanguage, useLanguage } from '#web/locales/translations.ts';
import { useShell } from '../translations.ts';
import './header.css';

export const languageNames = { en: 'English', es: 'Español' } as const;

export function LanguagePicker(): ReactNode {
  const t = useShell();
  const now = useLanguage();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <button type="button" className="sh-tool">
          <IconLanguage size={18} aria-hidden="true" />
          <span className="ops-hidden">
            {t('language')}: {languageNames[now]}
          </span>
          <span aria-hidden="true">{now.toUpperCase()}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {languages.map((language) => (
          <Menu.Item
            key={language}
            lang={language}
            role="menuitemradio"
            aria-checked={language === now}
            rightSection={language === now && <IconCheck size={14} />}
            onClick={() => void setLanguage(language)}
          >
            {languageNames[language]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
