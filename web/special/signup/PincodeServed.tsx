import type { ReactNode } from 'react';
import { isServiced } from '#shared/streams/customers/signup/fields.ts';
import { usePerson } from '#web/live/person.ts';
import { IconAlertTriangle } from '#web/parts/icons.ts';
import { usePanelTranslations } from './translations.ts';

/** Warns, while it is typed, that the case's place does not serve a pincode, and names the places that do. */
export function PincodeServed({ pincode, pooId }: { pincode: string; pooId: number | null }): ReactNode {
  const t = usePanelTranslations();
  // What an older node answered names no pincode of a place.
  const places = usePerson().poos.filter((one) => one.pincode);
  const place = places.find(({ id }) => id === pooId);
  if (!/^\d{6}$/.test(pincode) || !place || isServiced(pincode, place)) return null;
  const others = places.filter((one) => isServiced(pincode, one)).map(({ name }) => name);
  return (
    <p className="su-asked" role="status">
      <IconAlertTriangle size={16} aria-hidden="true" />
      <span>
        <b>{t('pincodeUnserved', { pincode, place: place.name })}</b>{' '}
        {others.length > 0 ? t('pincodeElsewhere', { places: others.join(', ') }) : t('pincodeNowhere')}
      </span>
    </p>
  );
}
