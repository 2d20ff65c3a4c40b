import { ActionIcon } from '@mantine/core';
import { lazy, Suspense, useId, useRef, useState } from 'react';
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react';
import { useFrame } from '#web/locales/translations.ts';
import { useCommands } from './commands/use-commands.ts';
import { IconX } from './icons.ts';
import { IncompleteNote } from './IncompleteNote.tsx';
import './frame.css';

/** What can be discussed comes with the first panel that offers it. */
const TalkButton = lazy(() => import('./TalkButton.tsx').then((part) => ({ default: part.TalkButton })));

const place = 'ops-panel-width';
const NARROW = 300;
const WIDE = 900;

function storedWidth(otherwise: number): number {
  try {
    const stored = Number(localStorage.getItem(place));
    return stored >= NARROW && stored <= WIDE ? stored : otherwise;
  } catch {
    return otherwise; // storage is disabled
  }
}

/** A list with a panel beside it; on a narrow screen the panel covers it. */
export function Beside({ children, panel }: { children: ReactNode; panel?: ReactNode }): ReactNode {
  return (
    <div className="ops-beside">
      <div className="ops-beside-main">{children}</div>
      {panel}
    </div>
  );
}

export interface PanelProps {
  readonly title: ReactNode;
  readonly onClose: () => void;
  readonly children?: ReactNode;
  /** Actions with their keys; always visible. */
  readonly foot?: ReactNode;
  /** Beside the title: a status, or a mark for unsaved work. */
  readonly aside?: ReactNode;
  /** Stream and reference of the shown record; it has a discussion. */
  readonly talk?: { readonly stream: string; readonly title: string } | null;
  /** The streams that make up the shown record, where they are not that of its discussion alone. */
  readonly streams?: readonly string[];
  readonly width?: number;
  /** As wide as possible, for work with a document beside the list. */
  readonly wide?: boolean;
  /** Esc closes from inside its fields as well; the caller then confirms before discarding input. */
  readonly closeFromFields?: boolean;
}

/**
 * The side panel: opens beside the list, never over it; Esc closes. Its edge is resized by dragging or with
 * the arrow keys.
 */
export function Panel({
  title,
  onClose,
  children,
  foot,
  aside,
  talk = null,
  streams = talk ? [talk.stream] : [],
  width = 420,
  wide: large = false,
  closeFromFields = false,
}: PanelProps): ReactNode {
  const t = useFrame();
  const heading = useId();
  const [wide, setWide] = useState(() => storedWidth(width));
  const drag = useRef<{ x: number; wide: number; sign: number } | null>(null);
  useCommands([
    {
      id: 'panel.close',
      label: t('panel.close'),
      keys: 'Escape',
      scope: 'panel',
      quiet: true,
      inFields: closeFromFields,
      run: onClose,
    },
  ]);

  const become = (next: number): void => {
    const bounded = Math.round(Math.min(WIDE, Math.max(NARROW, next)));
    setWide(bounded);
    try {
      localStorage.setItem(place, String(bounded));
    } catch {
      // storage is disabled: the width lasts for this visit
    }
  };
  const sign = (): number => (document.documentElement.dir === 'rtl' ? 1 : -1);
  const start = (event: PointerEvent<HTMLElement>): void => {
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, wide, sign: sign() };
  };
  const move = (event: PointerEvent<HTMLElement>): void => {
    if (drag.current) become(drag.current.wide + (event.clientX - drag.current.x) * drag.current.sign);
  };
  const key = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowLeft' ? -20 : event.key === 'ArrowRight' ? 20 : 0;
    if (step === 0) return;
    event.preventDefault();
    become(wide + step * sign());
  };

  return (
    <aside
      className="ops-panel"
      data-wide={large || undefined}
      aria-labelledby={heading}
      style={{ '--ops-panel-width': `${wide}px` } as React.CSSProperties}
    >
      <div
        className="ops-panel-edge"
        role="separator"
        tabIndex={0}
        aria-orientation="vertical"
        aria-label={t('panel.resize')}
        aria-valuenow={wide}
        aria-valuemin={NARROW}
        aria-valuemax={WIDE}
        onPointerDown={start}
        onPointerMove={move}
        onPointerUp={() => (drag.current = null)}
        onKeyDown={key}
      />
      <header className="ops-panel-head">
        <h2 id={heading}>{title}</h2>
        {aside}
        {talk && (
          <Suspense fallback={null}>
            <TalkButton {...talk} />
          </Suspense>
        )}
        <ActionIcon aria-label={t('panel.close')} aria-keyshortcuts="Escape" onClick={onClose}>
          <IconX size={16} />
        </ActionIcon>
      </header>
      <div className="ops-panel-body">
        <IncompleteNote streams={streams} />
        {children}
      </div>
      {foot && <footer className="ops-panel-foot">{foot}</footer>}
    </aside>
  );
}
