import { useMemo } from 'react';
import { useAppearance } from '../theme/appearance.ts';

/** A second line of a title, px. */
const SECOND_LINE = 14;

/** Height in pixels of the titles above the rows. */
export function headHeight(rowHeight: number, lines: number): number {
  return lines === 1 ? rowHeight : rowHeight + SECOND_LINE;
}

/** The second line of a row, px. */
export const SECOND_ROW_LINE = 16;

/** Row height in pixels: by the density setting, taller for touch. */
export function useRowHeight(): number {
  const { density } = useAppearance();
  return useMemo(
    () => (window.matchMedia('(pointer: coarse)').matches ? 36 : density === 'comfortable' ? 34 : 28),
    [density],
  );
}
