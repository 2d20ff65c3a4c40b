/** A device's position: degrees, and the accuracy radius in metres. */
export interface DevicePosition {
  readonly lat: number;
  readonly lng: number;
  readonly accuracyM: number;
}

const PATIENCE_MS = 5_000;
const FRESH_MS = 60_000;

/**
 * This device's position, if its owner has allowed it or allows it now; null where they did not, where there
 * is none, and where it takes too long, so that the caller never waits for it.
 */
export function positionNow(patienceMs = PATIENCE_MS): Promise<DevicePosition | null> {
  const device = globalThis.navigator?.geolocation as Geolocation | undefined;
  if (!device) return Promise.resolve(null);
  return new Promise((resolve) => {
    const late = setTimeout(() => resolve(null), patienceMs);
    const settle = (position: DevicePosition | null): void => {
      clearTimeout(late);
      resolve(position);
    };
    device.getCurrentPosition(
      ({ coords: { latitude: lat, longitude: lng, accuracy: accuracyM } }) => settle({ lat, lng, accuracyM }),
      () => settle(null),
      { maximumAge: FRESH_MS, timeout: patienceMs },
    );
  });
}
