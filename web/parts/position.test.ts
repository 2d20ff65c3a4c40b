import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { positionNow } from './position.ts';

type Device = Pick<Geolocation, 'getCurrentPosition'>;
function device(getCurrentPosition: Device['getCurrentPosition']): void {
  vi.stubGlobal('navigator', { geolocation: { getCurrentPosition } });
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('given a device with a position, then its position', async () => {
  device((tell) =>
    tell({ coords: { latitude: 12.9, longitude: 77.6, accuracy: 20 } } as unknown as GeolocationPosition),
  );
  expect(await positionNow()).toEqual({ lat: 12.9, lng: 77.6, accuracyM: 20 });
});

test('given an owner who refuses, or a device without a position, then nothing at once', async () => {
  device((_tell, refuse) => refuse?.({ code: 1 } as GeolocationPositionError));
  expect(await positionNow()).toBeNull();
  vi.stubGlobal('navigator', {});
  expect(await positionNow()).toBeNull();
});

test('given an owner who does not answer, then nothing after five seconds', async () => {
  device(() => {});
  let found: unknown = 'waiting';
  void positionNow().then((position) => (found = position));
  await vi.advanceTimersByTimeAsync(4_999);
  expect(found).toBe('waiting');
  await vi.advanceTimersByTimeAsync(1);
  expect(found).toBeNull();
});
