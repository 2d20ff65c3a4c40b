import { useCallback, useEffect, useState } from 'react';
import type { Position } from '#shared/streams/leads/appointment/visit-place.ts';

export type Locating =
  | { readonly is: 'asking' }
  | { readonly is: 'here'; readonly position: Position; readonly at: number }
  | { readonly is: 'nowhere'; readonly why: 'denied' | 'unavailable' | 'unsupported' };

export interface UsedPosition {
  readonly locating: Locating;
  readonly position: Position | null;
  /** Queries the device again. */
  locate(): void;
}

const patienceMs = 15_000;

/** This device's position, tracked while the screen is shown. */
export function usePosition(): UsedPosition {
  const [locating, setLocating] = useState<Locating>({ is: 'asking' });
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const device = navigator.geolocation as Geolocation | undefined;
    if (!device) return setLocating({ is: 'nowhere', why: 'unsupported' });
    const watch = device.watchPosition(
      ({ coords: { latitude: lat, longitude: lng, accuracy: accuracyM }, timestamp: at }) =>
        setLocating({ is: 'here', position: { lat, lng, accuracyM }, at }),
      ({ code }) => setLocating({ is: 'nowhere', why: code === 1 ? 'denied' : 'unavailable' }),
      { enableHighAccuracy: true, maximumAge: 10_000, timeout: patienceMs },
    );
    return () => device.clearWatch(watch);
  }, [tries]);
  const locate = useCallback(() => {
    setLocating({ is: 'asking' });
    setTries((n) => n + 1);
  }, []);
  return { locating, position: locating.is === 'here' ? locating.position : null, locate };
}
