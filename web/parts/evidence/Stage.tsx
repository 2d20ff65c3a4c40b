import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react';
import type { EvidencePage } from './load-pages.ts';
import type { EvidenceMark, Region } from './region.ts';
import type { Point, Size, View } from './view.ts';
import { between, fitted, focused, moved, toPage, zoomed } from './view.ts';
import { useEvidenceTranslations } from './translations.ts';

export type Contrast = 'plain' | 'strong' | 'inverse';
export const contrasts: readonly Contrast[] = ['plain', 'strong', 'inverse'];

/** A command of the toolbar to the viewport, with a number that rises with each press. */
export interface StageOrder {
  readonly n: number;
  readonly what: 'larger' | 'smaller' | 'whole' | 'width';
}

export interface StageProps {
  readonly page: EvidencePage;
  readonly where: string;
  readonly turn: number;
  readonly tilt: number;
  readonly contrast: Contrast;
  readonly order: StageOrder;
  readonly marks: readonly EvidenceMark[];
  readonly activeId: string | null;
  /** The line whose place is to be drawn. */
  readonly marking: string | null;
  readonly onMark: (region: Region) => void;
  readonly onPick: (id: string) => void;
  readonly onKey: (key: 'turn' | 'contrast' | 'before' | 'next') => void;
}

type Box = Pick<Region, 'x' | 'y' | 'w' | 'h'>;
const step = 40;
const boxStep = 0.01;
const least = 0.01;

/** One page: moved, zoomed and rotated by pointer, touch or keys, with its marked lines. */
export function Stage(props: StageProps): ReactNode {
  const { page, turn, tilt, contrast, order, marks, activeId, marking, onMark } = props;
  const t = useEvidenceTranslations();
  const glass = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [size, setSize] = useState<Size | null>(null);
  const [view, setView] = useState<View | null>(null);
  const [box, setBox] = useState<Box | null>(null);
  const pointers = useRef(new Map<number, Point>());
  const from = useRef<Point | null>(null);
  const angle = turn + tilt;

  const room = useCallback((): Size => {
    const { width = 1, height = 1 } = glass.current?.getBoundingClientRect() ?? {};
    return { width: Math.max(width, 1), height: Math.max(height, 1) };
  }, []);
  useEffect(() => {
    let here = true;
    const target = canvas.current;
    setSize(null);
    if (!target) return undefined;
    page.draw(target).then(
      () => {
        if (!here) return;
        target.dataset['drawn'] = `${page.fileId}:${page.page}`;
        setSize({ width: target.width, height: target.height });
      },
      (error: unknown) => here && console.warn('A page could not be drawn.', error),
    );
    return () => void (here = false);
  }, [page]);
  useLayoutEffect(() => {
    if (!size) return setView(null);
    const active = marks.find(({ id }) => id === activeId);
    const here =
      active && active.region.fileId === page.fileId && active.region.page === page.page
        ? active.region
        : null;
    setView(here ? focused(here, size, room(), angle) : fitted(size, room(), angle, 'width'));
    // oxlint-disable-next-line react/exhaustive-deps -- moving marks do not move the view
  }, [size, activeId, angle, page, room]);
  useEffect(() => {
    if (order.n === 0 || !size) return;
    const { width, height } = room();
    setView((now) => {
      if (!now) return now;
      if (order.what === 'whole') return fitted(size, { width, height }, angle);
      if (order.what === 'width') return fitted(size, { width, height }, angle, 'width');
      return zoomed(now, order.what === 'larger' ? 1.25 : 0.8, { x: width / 2, y: height / 2 });
    });
    // oxlint-disable-next-line react/exhaustive-deps -- a command runs once
  }, [order.n]);
  useEffect(() => {
    const target = glass.current;
    if (!target) return undefined;
    const wheel = (event: WheelEvent): void => {
      event.preventDefault();
      const { left, top } = target.getBoundingClientRect();
      const at = { x: event.clientX - left, y: event.clientY - top };
      setView(
        (now) =>
          now &&
          (event.ctrlKey || event.metaKey
            ? zoomed(now, Math.exp(-event.deltaY / 200), at)
            : moved(now, -event.deltaX, -event.deltaY)),
      );
    };
    // React's own listener may not keep the page below from scrolling.
    target.addEventListener('wheel', wheel, { passive: false });
    return () => target.removeEventListener('wheel', wheel);
  }, []);
  useEffect(() => {
    setBox(null);
    from.current = null;
    if (marking !== null) glass.current?.focus({ preventScroll: true });
  }, [marking, page]);

  const local = (event: PointerEvent): Point => {
    const { left, top } = glass.current!.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const down = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.button !== 0 || !view || !size) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    pointers.current.set(event.pointerId, local(event));
    from.current = marking !== null && pointers.current.size === 1 ? toPage(view, size, local(event)) : null;
  };
  const move = (event: PointerEvent<HTMLDivElement>): void => {
    const before = pointers.current.get(event.pointerId);
    if (!before || !view || !size) return;
    const at = local(event);
    pointers.current.set(event.pointerId, at);
    if (pointers.current.size === 2) {
      const other = [...pointers.current].find(([id]) => id !== event.pointerId)![1];
      const apart = (one: Point): number => Math.hypot(one.x - other.x, one.y - other.y);
      const middle = { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 };
      return setView(
        zoomed(
          moved(view, (at.x - before.x) / 2, (at.y - before.y) / 2),
          apart(at) / Math.max(1, apart(before)),
          middle,
        ),
      );
    }
    if (from.current) return setBox(between(from.current, toPage(view, size, at)));
    return setView(moved(view, at.x - before.x, at.y - before.y));
  };
  const set = (found: Box | null): void => {
    if (!found || found.w < least || found.h < least / 2) return setBox(null);
    onMark({ fileId: page.fileId, page: page.page, ...found });
    setBox(null);
  };
  const up = (event: PointerEvent<HTMLDivElement>): void => {
    pointers.current.delete(event.pointerId);
    if (from.current) set(box);
    from.current = null;
  };
  const key = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const used =
      box && marking !== null
        ? keyOfBox(event, box, setBox, set)
        : keyOfView(
            event,
            props,
            marking,
            setBox,
            (change) => setView((now) => now && change(now, room(), size)),
            angle,
          );
    if (!used) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const style =
    view && size
      ? {
          width: size.width,
          height: size.height,
          transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale}) translate(50%, 50%) rotate(${view.turn}deg) translate(-50%, -50%)`,
        }
      : { visibility: 'hidden' as const };
  const shown = marks.filter(({ region }) => region.fileId === page.fileId && region.page === page.page);
  return (
    <div
      ref={glass}
      className="ev-glass"
      role="application"
      tabIndex={0}
      aria-label={props.where}
      aria-description={marking === null ? t('keys') : t(box ? 'marked' : 'mark', { label: marking })}
      data-marking={marking === null ? undefined : true}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={up}
      onKeyDown={key}
      onDoubleClick={() => size && setView(fitted(size, room(), angle))}
    >
      <div className="ev-page" style={style}>
        <canvas ref={canvas} data-contrast={contrast} />
        {shown.map(({ id, label, region }) => (
          <button
            key={id}
            type="button"
            className="ev-mark"
            aria-label={t('line', { label })}
            data-active={id === activeId || undefined}
            style={boxStyle(region)}
            onPointerDown={(event) => marking === null && event.stopPropagation()}
            onClick={() => props.onPick(id)}
          >
            <span style={{ fontSize: view ? 12 / view.scale : 12 }}>{label}</span>
          </button>
        ))}
        {box && <div className="ev-box" style={boxStyle(box)} />}
      </div>
    </div>
  );
}

const boxStyle = ({ x, y, w, h }: Box) => ({
  left: `${x * 100}%`,
  top: `${y * 100}%`,
  width: `${w * 100}%`,
  height: `${h * 100}%`,
});

const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
const within = (value: number, most: number): number => Math.min(most, Math.max(0, value));

function keyOfBox(
  event: KeyboardEvent,
  box: Box,
  put: (box: Box | null) => void,
  set: (box: Box) => void,
): boolean {
  const arrow = arrows[event.key];
  if (event.key === 'Enter') set(box);
  else if (event.key === 'Escape') put(null);
  else if (arrow && event.shiftKey)
    put({
      ...box,
      w: Math.max(least, within(box.w + arrow.x * boxStep, 1 - box.x)),
      h: Math.max(least, within(box.h + arrow.y * boxStep, 1 - box.y)),
    });
  else if (arrow)
    put({
      ...box,
      x: within(box.x + arrow.x * boxStep, 1 - box.w),
      y: within(box.y + arrow.y * boxStep, 1 - box.h),
    });
  else return false;
  return true;
}

function keyOfView(
  event: KeyboardEvent,
  { onKey }: Pick<StageProps, 'onKey'>,
  marking: string | null,
  begin: (box: Box) => void,
  change: (how: (now: View, glass: Size, size: Size | null) => View) => void,
  angle: number,
): boolean {
  const arrow = arrows[event.key];
  const asked = { r: 'turn', c: 'contrast', PageUp: 'before', PageDown: 'next' }[event.key] as
    | Parameters<StageProps['onKey']>[0]
    | undefined;
  if (arrow) change((now) => moved(now, -arrow.x * step, -arrow.y * step));
  else if (event.key === '+' || event.key === '=')
    change((now, glass) => zoomed(now, 1.25, { x: glass.width / 2, y: glass.height / 2 }));
  else if (event.key === '-')
    change((now, glass) => zoomed(now, 0.8, { x: glass.width / 2, y: glass.height / 2 }));
  else if (event.key === '0') change((now, glass, size) => (size ? fitted(size, glass, angle) : now));
  else if (event.key === 'Enter' && marking !== null) begin({ x: 0.1, y: 0.45, w: 0.7, h: 0.05 });
  else if (asked) onKey(asked);
  else return false;
  return true;
}
