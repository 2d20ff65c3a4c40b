import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { headOf } from '#shared/core/cut.ts';
import { shown } from '#web/live/unshown.ts';
import { useFrame } from '#web/locales/translations.ts';
import { copyText } from './copy.ts';
import { IconAlertTriangle, IconCopy, IconInbox, IconLock } from './icons.ts';
import './status.css';

/** The parts of every failed request: a message and a reference to quote. */
export interface Failed {
  readonly message: string;
  readonly correlationId?: string;
  readonly again?: boolean;
  readonly code?: string;
}

interface StateProps {
  readonly title: ReactNode;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

/** Explains why a list is empty and what to do. */
export function EmptyState({ title, children, actions, mark }: StateProps & { mark?: ReactNode }): ReactNode {
  return (
    <div className="ops-state">
      <span className="ops-state-mark" aria-hidden="true">
        {mark ?? <IconInbox size={28} stroke={1.5} />}
      </span>
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {actions && <div className="ops-state-actions">{actions}</div>}
    </div>
  );
}

/** The reference of a failure; a click copies it. */
export function Reference({ id }: { id: string }): ReactNode {
  const t = useFrame();
  const [copied, setCopied] = useState(false);
  useEffect(() => shown(id), [id]);
  return (
    <button
      type="button"
      className="ops-reference"
      title={t('error.copyReference')}
      onClick={() => void copyText(id).then(setCopied)}
    >
      {t('error.reference')} <span className="ops-code">{headOf(id, 8)}</span>{' '}
      {copied ? t('copied') : <IconCopy size={12} aria-hidden="true" />}
    </button>
  );
}

/** In place of content that failed: what happened, what was kept, what to do, and a reference. */
export function ErrorState({
  failure,
  title,
  onRetry,
  lost,
  children,
}: {
  failure: Failed;
  title?: ReactNode;
  onRetry?: () => void;
  lost?: ReactNode;
  children?: ReactNode;
}): ReactNode {
  const t = useFrame();
  // What is not there did not fail: nothing is red, and there is nothing to try again.
  if (failure.code === 'notFound')
    return (
      <EmptyState title={t('missing.title')} actions={children}>
        {failure.message}
      </EmptyState>
    );
  return (
    <div className="ops-state" role="alert" data-tone="danger">
      <span className="ops-state-mark" aria-hidden="true">
        <IconAlertTriangle size={28} stroke={1.5} />
      </span>
      <h2>{title ?? t('error.loadTitle')}</h2>
      <p>
        {failure.message} {lost}
      </p>
      <div className="ops-state-actions">
        {onRetry && (
          <Button variant="light" onClick={onRetry}>
            {t('retry')}
          </Button>
        )}
        {children}
      </div>
      {failure.correlationId && <Reference id={failure.correlationId} />}
    </div>
  );
}

/** The same for a failed action, in a line above it; input is kept. */
export function InlineError({
  failure,
  onRetry,
  onDismiss,
}: {
  failure: Failed;
  onRetry?: () => void;
  onDismiss?: () => void;
}): ReactNode {
  const t = useFrame();
  return (
    <div className="ops-inline-error" role="alert">
      <IconAlertTriangle size={16} className="ops-tone-danger" aria-hidden="true" style={{ marginTop: 2 }} />
      <p>
        {failure.message}
        {failure.again && <> {t('error.notLost')}</>}
      </p>
      {failure.correlationId && <Reference id={failure.correlationId} />}
      {onRetry && failure.again !== false && (
        <Button size="compact-xs" variant="light" color="danger" onClick={onRetry}>
          {t('retry')}
        </Button>
      )}
      {onDismiss && (
        <Button size="compact-xs" variant="subtle" onClick={onDismiss}>
          {t('close')}
        </Button>
      )}
    </div>
  );
}

/** Missing right: who can grant it. */
export function DeniedState({ title, children, actions }: Partial<StateProps>): ReactNode {
  const t = useFrame();
  return (
    <EmptyState
      title={title ?? t('denied.title')}
      mark={<IconLock size={28} stroke={1.5} />}
      actions={actions}
    >
      {children ?? t('denied.hint')}
    </EmptyState>
  );
}
