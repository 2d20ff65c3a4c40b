import { z } from 'zod';

/** Where a visit takes place, as known at booking. */
export interface VisitPlace {
  /** Name of the customer or lead. */
  readonly name: string;
  readonly phoneMasked: string;
  readonly address: string;
  readonly pincode: string;
  /** Map point of the address; null until somebody sets it. */
  readonly lat: number | null;
  readonly lng: number | null;
}

/** A position as the device reports it. */
export interface Position {
  readonly lat: number;
  readonly lng: number;
  /** Accuracy radius in metres. */
  readonly accuracyM: number;
}

export const positionInput = z.strictObject({
  lat: z.number().min(-90).max(90),
  lng: z.number().min(-180).max(180),
  accuracyM: z.number().min(0).max(100_000),
});

export const geofence = { withinM: 200, accuracyM: 100, photoBeyondM: 500 } as const;

const earthRadiusM = 6_371_000;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Great-circle distance in whole metres. */
export function metresBetween(
  a: { readonly lat: number; readonly lng: number },
  b: { readonly lat: number; readonly lng: number },
): number {
  const half =
    Math.sin(radians(b.lat - a.lat) / 2) ** 2 +
    Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * Math.sin(radians(b.lng - a.lng) / 2) ** 2;
  return Math.round(2 * earthRadiusM * Math.asin(Math.min(1, Math.sqrt(half))));
}

/**
 * Position relative to an address. `unknown`: no position, too inaccurate, or an address without a map point.
 */
export type Whereabouts =
  | { readonly kind: 'near' | 'far'; readonly distanceM: number }
  | { readonly kind: 'unknown'; readonly why: 'noPosition' | 'inaccurate' | 'noMapPoint' };

export function whereabouts(
  place: Pick<VisitPlace, 'lat' | 'lng'> | null,
  position: Position | null,
): Whereabouts {
  if (place?.lat == null || place.lng == null) return { kind: 'unknown', why: 'noMapPoint' };
  if (!position) return { kind: 'unknown', why: 'noPosition' };
  if (position.accuracyM > geofence.accuracyM) return { kind: 'unknown', why: 'inaccurate' };
  const distanceM = metresBetween({ lat: place.lat, lng: place.lng }, position);
  return { kind: distanceM <= geofence.withinM ? 'near' : 'far', distanceM };
}
