import type { ReactNode } from 'react';
import { translations } from '#shared/core/translations.ts';
import { geofence, metresBetween } from '#shared/streams/leads/appointment/visit-place.ts';
import { addTranslations, useTranslations } from '#web/locales/translations.ts';
import './place-map.css';

const namespace = 'place-map';
addTranslations(
  namespace,
  translations({
    en: {
      address: 'Address',
      here: 'Position',
      distance: '{{m}} m from the address',
      noAddress: 'The address has no map point.',
      noPosition: 'The device gave no position.',
      limit: '{{m}} m',
      accuracy: 'within {{m}} m',
    },
    es: {
      address: 'Dirección',
      here: 'Posición',
      distance: 'a {{m}} m de la dirección',
      noAddress: 'La dirección no tiene punto en el mapa.',
      noPosition: 'El dispositivo no dio su posición.',
      limit: '{{m}} m',
      accuracy: 'con un margen de {{m}} m',
    },
  }),
);

interface Point {
  readonly lat: number;
  readonly lng: number;
}
export interface PlaceMapProps {
  readonly place: {
    readonly lat: number | null;
    readonly lng: number | null;
    readonly address: string;
  } | null;
  readonly position: (Point & { readonly accuracyM: number }) | null;
}

const size = 320;
const tall = 180;
const metresADegree = 111_320;

/** Offset east and north of the centre, in metres. */
const offset = (from: Point, to: Point): readonly [number, number] => [
  (to.lng - from.lng) * metresADegree * Math.cos((from.lat * Math.PI) / 180),
  (to.lat - from.lat) * metresADegree,
];

/** An address with its radius and the device's position, to scale with north up; needs no map server. */
export function PlaceMap({ place, position }: PlaceMapProps): ReactNode {
  const { t } = useTranslations(namespace);
  const address: Point | null =
    place?.lat != null && place.lng != null ? { lat: place.lat, lng: place.lng } : null;
  if (!address) return <p className="pm-none ops-muted">{t('noAddress')}</p>;
  if (!position) return <p className="pm-none ops-muted">{t('noPosition')}</p>;
  const metres = metresBetween(address, position);
  const [east, north] = offset(address, position);
  const reach = Math.max(
    geofence.withinM * 1.25,
    (Math.abs(north) + position.accuracyM) * 1.15,
    (Math.abs(east) * tall) / size + position.accuracyM,
  );
  const scale = tall / 2 / reach;
  const x = size / 2 + east * scale;
  const y = tall / 2 - north * scale;
  return (
    <figure className="pm-map">
      <svg viewBox={`0 0 ${size} ${tall}`} role="img" aria-label={t('distance', { m: metres })}>
        <circle className="pm-fence" cx={size / 2} cy={tall / 2} r={geofence.withinM * scale} />
        <line className="pm-way" x1={size / 2} y1={tall / 2} x2={x} y2={y} />
        <circle className="pm-accuracy" cx={x} cy={y} r={Math.max(4, position.accuracyM * scale)} />
        <rect className="pm-address" x={size / 2 - 5} y={tall / 2 - 5} width={10} height={10} />
        <circle className="pm-here" cx={x} cy={y} r={5} />
        <text
          className="pm-text"
          x={size / 2}
          y={tall / 2 - Math.min(tall / 2 - 14, geofence.withinM * scale) - 4}
        >
          {t('limit', { m: geofence.withinM })}
        </text>
      </svg>
      <figcaption>
        <span className="pm-key" data-what="address" /> {place?.address || t('address')} ·{' '}
        <span className="pm-key" data-what="here" />{' '}
        <span className="ops-figures">
          {t('distance', { m: metres })}, {t('accuracy', { m: Math.round(position.accuracyM) })}
        </span>
      </figcaption>
    </figure>
  );
}
