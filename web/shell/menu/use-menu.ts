import { useMemo } from 'react';
import { useLanguage } from '#web/words/words.ts';
import { knownMe, useStanding } from '../me.ts';
import { pages } from '../pages.ts';
import { useShell } from '../words.ts';
import type { ShellKey } from '../words.ts';
import type { MenuItem } from './menu.ts';
import { menuOf } from './menu.ts';

/** The navigation of whoever is signed in, in their language. */
export function useMenu(): readonly MenuItem[] {
  const t = useShell();
  const language = useLanguage();
  const me = knownMe(useStanding());
  return useMemo(
    () =>
      menuOf([...pages.values()], me, {
        language,
        all: (area) => t('all', { area }),
        area: (area) => t(`area.${area}` as ShellKey),
        section: (section) => t(`section.${section}` as ShellKey),
      }),
    [language, me, t],
  );
}
