import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useServerSecond } from '#web/locales/server-clock.ts';
import { useFrame } from '#web/locales/translations.ts';
import { IconArrowBackUp, IconCircleCheck, IconCircleX } from './icons.ts';
import { KeyHint } from './KeyHint.tsx';
import './undo-run.css';

export interface UndoRunProps {
  readonly children: ReactNode;
  /** Undo window, server ms. */
  readonly from: number;
  readonly until: number;
  readonly onUndo: () => void;
  readonly pending?: boolean;
  /** Why it cannot be undone now. */
  readonly off?: string | null;
  /** Shows the key `z`, which belongs to the newest one. */
  readonly keyed?: boolean;
  readonly tone?: 'ok' | 'danger';
}

/**
 * An undoable decision: a bar that runs down by the server clock, in the layout flow so that it covers
 * nothing.
 */
export function UndoRun({
  children,
  from,
  until,
  onUndo,
  pending = false,
  off = null,
  keyed = false,
  tone = 'ok',
}: UndoRunProps): ReactNode {
  const t = useFrame();
  const now = useServerSecond();
  const left = Math.max(0, Math.ceil((until - now) / 1000));
  const whole = Math.max(1, until - from);
  const Icon = tone === 'ok' ? IconCircleCheck : IconCircleX;
  return (
    <div className="ops-undo" data-tone={tone}>
      <Icon size={16} className={`ops-tone-${tone}`} aria-hidden="true" />
      <span className="ops-undo-text">{children}</span>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconArrowBackUp size={14} />}
        loading={pending}
        onClick={() => (off ? undefined : onUndo())}
        {...(keyed ? { rightSection: <KeyHint keys="z" />, 'aria-keyshortcuts': 'z' } : {})}
        {...(off
          ? { 'data-disabled': true, 'aria-disabled': true, 'aria-description': off, title: off }
          : {})}
      >
        <span className="ops-figures">{t('undoIn', { seconds: left })}</span>
      </Button>
      <span
        className="ops-undo-run"
        aria-hidden="true"
        style={{ transform: `scaleX(${Math.min(1, Math.max(0, (until - now) / whole))})` }}
      />
    </div>
  );
}
