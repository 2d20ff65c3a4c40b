import { useLook } from '#web/parts/theme/look.ts';
import { dirOf } from '#web/words/language.ts';
import { useLanguage } from '#web/words/words.ts';
import { useLayout } from './settings.ts';

/** The direction in force: the layout's word, else the person's, else the language's. */
export function useDirection(): 'ltr' | 'rtl' {
  const look = useLook();
  const { dir } = useLayout();
  const language = useLanguage();
  return dir ?? (look.dir === 'auto' ? dirOf(language) : look.dir);
}
