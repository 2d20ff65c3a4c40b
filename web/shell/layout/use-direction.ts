import { useAppearance } from '#web/parts/theme/appearance.ts';
import { dirOf } from '#web/locales/language.ts';
import { useLanguage } from '#web/locales/translations.ts';
import { useLayout } from './settings.ts';

/** The direction in effect: the layout's setting, else the person's, else the language's. */
export function useDirection(): 'ltr' | 'rtl' {
  const appearance = useAppearance();
  const { dir } = useLayout();
  const language = useLanguage();
  return dir ?? (appearance.dir === 'auto' ? dirOf(language) : appearance.dir);
}
