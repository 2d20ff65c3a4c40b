import { useMemo } from 'react';
import { useLook } from '../theme/look.ts';

/** How tall a row is, in pixels: as dense as the person likes it, taller under a finger. */
export function useRowHeight(): number {
  const { density } = useLook();
  return useMemo(() => (window.matchMedia('(pointer: coarse)').matches ? 36 : density === 'comfortable' ? 34 : 28), [density]);
}
