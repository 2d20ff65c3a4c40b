import { Button, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { ariaKeys, KeyHint } from './KeyHint.tsx';

export interface ActionButtonProps {
  readonly label: string;
  readonly onClick: () => void;
  /** Shown as key caps beside the label; register the key itself with `useCommands`. */
  readonly keys?: string;
  readonly icon?: ReactNode;
  readonly primary?: boolean;
  readonly danger?: boolean;
  readonly pending?: boolean;
  /** Why it is unavailable; shown on hover or touch and read by screen readers. */
  readonly disabled?: string | null;
  readonly compact?: boolean;
}

/** An action with its key. Disabled, it stays focusable and says why. */
export function ActionButton({
  label,
  onClick,
  keys,
  icon,
  primary = false,
  danger = false,
  pending = false,
  disabled = null,
  compact = false,
}: ActionButtonProps): ReactNode {
  const button = (
    <Button
      variant={primary ? 'filled' : danger ? 'light' : 'default'}
      color={danger ? 'danger' : 'accent'}
      loading={pending}
      leftSection={icon}
      {...(compact ? { size: 'compact-xs' } : {})}
      {...(keys ? { rightSection: <KeyHint keys={keys} />, 'aria-keyshortcuts': ariaKeys(keys) } : {})}
      {...(disabled ? { 'data-disabled': true, 'aria-disabled': true, 'aria-description': disabled } : {})}
      onClick={(event) => (disabled ? event.preventDefault() : onClick())}
    >
      {label}
    </Button>
  );
  return disabled ? (
    <Tooltip label={disabled} events={{ hover: true, focus: false, touch: true }}>
      {button}
    </Tooltip>
  ) : (
    button
  );
}
