import type { Region } from './region.ts';

/**
 * A page's position in the viewport: its upper left corner before rotation, its scale, and its rotation
 * (degrees) about its centre.
 */
export interface View {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
  readonly turn: number;
}
export interface Size {
  readonly width: number;
  readonly height: number;
}
export interface Point {
  readonly x: number;
  readonly y: number;
}

export const smallest = 0.05;
export const largest = 8;
const bound = (scale: number): number => Math.min(largest, Math.max(smallest, scale));
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** The whole page within the viewport; `width` fits its width only. */
export function fitted(page: Size, glass: Size, turn = 0, how: 'page' | 'width' = 'page'): View {
  const angle = radians(turn);
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
  const wide = page.width * cos + page.height * sin;
  const high = page.width * sin + page.height * cos;
  const across = glass.width / wide;
  const scale = bound((how === 'width' ? across : Math.min(across, glass.height / high)) * 0.98);
  const top = how === 'width' && high * scale > glass.height ? (high * scale) / 2 + 4 : glass.height / 2;
  return { x: glass.width / 2 - (page.width * scale) / 2, y: top - (page.height * scale) / 2, scale, turn };
}

/** Zooms by a factor, keeping the point under `at` in place. */
export function zoomed(view: View, factor: number, at: Point): View {
  const scale = bound(view.scale * factor);
  const by = scale / view.scale;
  return { ...view, scale, x: at.x - (at.x - view.x) * by, y: at.y - (at.y - view.y) * by };
}

export const moved = (view: View, dx: number, dy: number): View => ({
  ...view,
  x: view.x + dx,
  y: view.y + dy,
});

/** The point of the page, as fractions, below a point of the viewport. */
export function toPage({ x, y, scale, turn }: View, page: Size, at: Point): Point {
  const [cx, cy] = [x + (page.width * scale) / 2, y + (page.height * scale) / 2];
  const angle = radians(-turn);
  const [dx, dy] = [at.x - cx, at.y - cy];
  const px = (dx * Math.cos(angle) - dy * Math.sin(angle)) / scale + page.width / 2;
  const py = (dx * Math.sin(angle) + dy * Math.cos(angle)) / scale + page.height / 2;
  return { x: Math.min(1, Math.max(0, px / page.width)), y: Math.min(1, Math.max(0, py / page.height)) };
}

/** The rectangle between two corners. */
export function between(a: Point, b: Point): Pick<Region, 'x' | 'y' | 'w' | 'h'> {
  return { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), w: Math.abs(a.x - b.x), h: Math.abs(a.y - b.y) };
}

/** A view with a region in the centre, large enough to be read. */
export function focused(
  region: Pick<Region, 'x' | 'y' | 'w' | 'h'>,
  page: Size,
  glass: Size,
  turn = 0,
): View {
  const scale = bound(
    Math.min(
      (glass.width * 0.9) / (region.w * page.width),
      (glass.height * 0.5) / (region.h * page.height),
      3,
    ),
  );
  const whole = fitted(page, glass, turn);
  const used = Math.max(scale, whole.scale);
  const [mx, my] = [
    (region.x + region.w / 2 - 0.5) * page.width * used,
    (region.y + region.h / 2 - 0.5) * page.height * used,
  ];
  const angle = radians(turn);
  const [dx, dy] = [mx * Math.cos(angle) - my * Math.sin(angle), mx * Math.sin(angle) + my * Math.cos(angle)];
  return {
    x: glass.width / 2 - dx - (page.width * used) / 2,
    y: glass.height / 2 - dy - (page.height * used) / 2,
    scale: used,
    turn,
  };
}
