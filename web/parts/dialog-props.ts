import type { ReactNode } from 'react';

export interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  /** px; the specification's check-out and loading dialogs name theirs. */
  readonly width?: number;
  readonly children?: ReactNode;
  /** Buttons, the primary one last. */
  readonly actions?: ReactNode;
  /** Work in it would be lost: neither Esc nor a click beside it closes. */
  readonly keep?: boolean;
  /** What it sent is not answered yet: nothing closes it, so that a late answer never meets another dialog. */
  readonly pending?: boolean;
}
