import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { translations } from '#shared/core/translations.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { DeniedState } from '#web/parts/states.tsx';
import { addTranslations, useTranslations } from '#web/locales/translations.ts';
import { firstScreen, type areas } from './first-screen.ts';

addTranslations(
  'goods-areas',
  translations({
    en: {
      deniedTitle: 'You don’t have access to this area',
    },
    es: {
      deniedTitle: 'No tiene acceso a esta área',
    },
  }),
);

function Area({ area }: { area: keyof typeof areas }): ReactNode {
  const { t } = useTranslations('goods-areas');
  const person = usePerson();
  const to = firstScreen(area, (permission) => hasRight(person, permission));
  return to ? <Navigate to={to} replace /> : <DeniedState title={t('deniedTitle')} />;
}
export const PoArea = (): ReactNode => <Area area="po" />;
export const GreArea = (): ReactNode => <Area area="gre" />;
