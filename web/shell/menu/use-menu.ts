import { useMemo } from 'react';
import { useLanguage } from '#web/locales/translations.ts';
import { knownMe, useSessionStatus } from '../me.ts';
import { useLinks } from './links.ts';
import { pages } from '../pages.ts';
import { useShell } from '../translations.ts';
import type { ShellKey } from '../translations.ts';
import type { MenuItem } from './menu.ts';
import { menuOf, withIcons, withLinks } from './menu.ts';

/** The navigation of the signed-in person, in their language. */
export function useMenu(): readonly MenuItem[] {
  const t = useShell();
  const language = useLanguage();
  const me = knownMe(useSessionStatus());
  const links = useLinks(me);
  return useMemo(() => {
    const menu = menuOf([...pages.values()], me, {
      language,
      all: t('all'),
      area: (area) => t(`area.${area}` as ShellKey),
      section: (section) => t(`section.${section}` as ShellKey),
    });
    return me ? withIcons(withLinks(menu, links, t('links')), [...pages.values()], me, language) : menu;
  }, [language, me, t, links]);
}
