import type { MasterDef, Problem } from '#shared/families/master-def.ts';
import { useTranslations } from '#web/locales/translations.ts';
import type { Translate } from '#web/locales/translations.ts';
import { problemTranslations } from './declaration.ts';

/** Formats a field's problem with the field's own label. */
export function useProblemText(def: MasterDef, own: Translate): (problem: Problem) => string {
  const translations = useTranslations(problemTranslations).t;
  return ({ code, field, details = {} }) => {
    if (details.text === 1) return code;
    const path = field
      .split('.')
      .filter((part) => !/^\d+$/.test(part))
      .join('.');
    const known = (name: string): string | null =>
      own(`field.${name}`) === `field.${name}` ? null : own(`field.${name}`);
    const given = typeof details.label === 'string' ? details.label : '';
    const label =
      known(
        given
          .split('.')
          .filter((part) => !/^\d+$/.test(part))
          .join('.'),
      ) ??
      known(path) ??
      def.fields.find(({ name }) => name === path)?.label.en ??
      (given || path);
    return translations(code, { ...details, label });
  };
}
