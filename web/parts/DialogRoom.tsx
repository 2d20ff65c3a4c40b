import { Modal } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useFrame } from '#web/locales/translations.ts';
import { useCommands } from './commands/use-commands.ts';
import type { DialogProps } from './dialog-props.ts';
import './frame.css';

/** The dialog itself; use it through `Dialog`. */
export function DialogRoom({
  open,
  onClose,
  title,
  width = 440,
  children,
  actions,
  keep = false,
  pending = false,
}: DialogProps): ReactNode {
  const t = useFrame();
  const stays = keep || pending;
  // closed for one render, so that Mantine sees it open and remembers the focus
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  useFocusBack();
  return (
    <Modal
      opened={open && ready}
      onClose={onClose}
      title={title}
      size={width}
      padding="lg"
      closeOnEscape={!stays}
      closeOnClickOutside={!stays}
      closeButtonProps={{ 'aria-label': t('close'), disabled: pending }}
      classNames={{ title: 'ops-dialog-title', body: 'ops-dialog-body' }}
      // Mantine's <header> would be a second banner of the page
      attributes={{ header: { role: 'presentation' } }}
    >
      {open && <Silence onClose={stays ? null : onClose} />}
      {children}
      {actions && <div className="ops-dialog-actions">{actions}</div>}
    </Modal>
  );
}

/** Focuses what had the focus before, when a dialog disappears with its screen part instead of being closed: Mantine returns it only then. */
function useFocusBack(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      const lost = document.activeElement === null || document.activeElement === document.body;
      if (lost && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    },
    [before],
  );
}

function Silence({ onClose }: { onClose: (() => void) | null }): null {
  const t = useFrame();
  useCommands([
    {
      id: 'dialog.close',
      label: t('close'),
      scope: 'dialog',
      quiet: true,
      ...(onClose ? { keys: 'Escape' } : {}),
      run: () => onClose?.(),
    },
  ]);
  return null;
}
