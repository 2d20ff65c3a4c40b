import { translations } from '#shared/core/translations.ts';
import { addTranslations, useTranslations } from '#web/locales/translations.ts';

const namespace = 'parts-step-by';
addTranslations(namespace, translations({ en: { system: 'System' }, es: { system: 'Sistema' } }));

interface By {
  readonly empId: number | null;
  readonly name: string;
}

/** Who took a step: a person by name; a timer or a rule, whose name is for programmers, as the system. */
export function useStepBy(): (by: By) => string {
  const { t } = useTranslations(namespace);
  return ({ empId, name }) => (empId === null ? t('system') : name);
}
