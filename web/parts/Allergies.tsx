import type { ReactNode } from 'react';
import { translations } from '#shared/core/translations.ts';
import { addTranslations, useTranslations } from '#web/locales/translations.ts';
import { StatusWord } from './StatusWord.tsx';

const namespace = 'parts-allergies';
addTranslations(
  namespace,
  translations({
    en: {
      allergy: 'Allergy: {{name}}',
      none: 'No known allergies',
      notAsked: 'Allergies not asked yet',
    },
    es: {
      allergy: 'Alergia: {{name}}',
      none: 'Sin alergias conocidas',
      notAsked: 'Alergias sin preguntar',
    },
  }),
);

export interface AllergiesProps {
  readonly allergies: readonly { readonly name: string }[];
  /** Somebody asked; without any, there are none known. */
  readonly asked: boolean;
}

/** A patient's allergies, each as an alert; else whether there are none, or whether nobody has asked. */
export function Allergies({ allergies, asked }: AllergiesProps): ReactNode {
  const { t } = useTranslations(namespace);
  if (allergies.length === 0)
    return (
      <StatusWord tone={asked ? 'muted' : 'warn'} soft>
        {t(asked ? 'none' : 'notAsked')}
      </StatusWord>
    );
  return allergies.map(({ name }) => (
    <StatusWord key={name} tone="danger" soft>
      {t('allergy', { name })}
    </StatusWord>
  ));
}
