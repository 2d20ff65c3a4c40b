import { ActionIcon, Button } from '@mantine/core';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import type { Failure } from '#web/live/failure.ts';
import { showUnconfirmed } from '#web/live/unconfirmed.ts';
import { showUnseen } from '#web/live/unshown.ts';
import { useFrame } from '#web/locales/translations.ts';
import { announce } from './announce.ts';
import { IconAlertTriangle, IconArrowBackUp, IconCircleCheck, IconInfoCircle, IconX } from './icons.ts';
import { Reference } from './states.tsx';
import './frame.css';

export interface Toast {
  readonly text: string;
  readonly tone?: 'ok' | 'info' | 'warn' | 'danger';
  /** Seconds until it disappears; failures and questions stay until closed. */
  readonly seconds?: number;
  /** Undoes it while the bar runs; `until` (server ms) when the server defines the window. */
  readonly undo?: { readonly run: () => void; readonly label?: string };
  readonly action?: { readonly run: () => void; readonly label: string };
  readonly correlationId?: string;
}

interface Shown extends Toast {
  readonly id: number;
  readonly ends: number | null;
}

const AT_MOST = 3;
let next = 1;
let shown: readonly Shown[] = [];
const listeners = new Set<() => void>();

function become(list: readonly Shown[]): void {
  shown = list;
  for (const listener of listeners) listener();
}

/** Shows a message at the foot of the work area, never over it. Returns how to remove it. */
export function toast(one: Toast): () => void {
  const id = next++;
  const seconds = one.seconds ?? (one.tone === 'danger' || one.action ? null : one.undo ? 10 : 5);
  const ends = seconds === null ? null : performance.now() + seconds * 1000;
  become([...shown.slice(-(AT_MOST - 1)), { ...one, id, ends }]);
  announce(one.text, one.tone === 'danger' ? 'assertive' : 'polite');
  const away = (): void => become(shown.filter((other) => other.id !== id));
  if (seconds !== null) setTimeout(away, seconds * 1000);
  return away;
}

/** Whether a line is shown that can be taken back; for the key `z`. */
export function useMayUndo(): boolean {
  return useSyncExternalStore(subscribe, () => shown.some((one) => one.undo));
}

/** Takes back the newest that can be taken back; for the key `z`. */
export function undoLast(): boolean {
  const last = shown.findLast((one) => one.undo);
  if (!last) return false;
  become(shown.filter((other) => other.id !== last.id));
  last.undo?.run();
  return true;
}

const icons = {
  ok: IconCircleCheck,
  info: IconInfoCircle,
  warn: IconAlertTriangle,
  danger: IconAlertTriangle,
};

function Connection({ one }: { one: Shown }): ReactNode {
  const t = useFrame();
  const [left, setLeft] = useState(() => (one.ends === null ? null : one.ends - performance.now()));
  const [whole] = useState(left);
  useEffect(() => {
    const { ends } = one;
    if (ends === null || !one.undo) return undefined;
    const timer = setInterval(() => setLeft(ends - performance.now()), 250);
    return () => clearInterval(timer);
  }, [one]);
  const away = (): void => become(shown.filter((other) => other.id !== one.id));
  const Icon = icons[one.tone ?? 'info'];
  return (
    <div className="ops-toast">
      <Icon size={16} className={`ops-tone-${one.tone ?? 'info'}`} aria-hidden="true" />
      <p>{one.text}</p>
      {one.correlationId && <Reference id={one.correlationId} />}
      {one.action && (
        <Button
          size="compact-xs"
          variant="light"
          onClick={() => {
            away();
            one.action?.run();
          }}
        >
          {one.action.label}
        </Button>
      )}
      {one.undo && (
        <Button
          size="compact-xs"
          variant="light"
          aria-keyshortcuts="z"
          leftSection={<IconArrowBackUp size={14} />}
          onClick={() => {
            away();
            one.undo?.run();
          }}
        >
          {one.undo.label ??
            (left === null ? t('undo') : t('undoIn', { seconds: Math.max(0, Math.ceil(left / 1000)) }))}
        </Button>
      )}
      <ActionIcon size="sm" aria-label={t('close')} onClick={away}>
        <IconX size={14} />
      </ActionIcon>
      {one.undo && left !== null && whole !== null && (
        <span
          className="ops-toast-run"
          aria-hidden="true"
          style={{ transform: `scaleX(${Math.max(0, left / whole)})` }}
        />
      )}
    </div>
  );
}

/** A failed change that nothing else on screen shows: what happened, the reference, and a way to retry. */
function showFailure(
  { message, correlationId, again: may }: Failure,
  again: () => Promise<unknown>,
  label: string,
): void {
  // Many commands that fail for the same reason are one message.
  become(shown.filter((one) => one.text !== message || !one.correlationId));
  // A second failure is shown the same way.
  const run = (): void =>
    void again().catch((error: unknown) => console.warn('The second try failed as well.', error));
  toast({ text: message, tone: 'danger', correlationId, ...(may ? { action: { run, label } } : {}) });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Rendered once by the shell, in the flow at the foot of the main area, so that nothing is covered. */
export function ToastDock(): ReactNode {
  const list = useSyncExternalStore(subscribe, () => shown);
  const t = useFrame();
  useEffect(() => showUnconfirmed((text) => void toast({ text, tone: 'warn', seconds: 60 })), []);
  useEffect(() => showUnseen((failure, again) => showFailure(failure, again, t('retry'))), [t]);
  return (
    <section className="ops-toasts" aria-label={t('toasts')}>
      {list.map((one) => (
        <Connection key={one.id} one={one} />
      ))}
    </section>
  );
}
