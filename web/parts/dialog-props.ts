import type { ReactNode } from 'react';

export interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  /** px; the specification defines the width of the check-out and loading dialogs. */
  readonly width?: number;
  readonly children?: ReactNode;
  /** Buttons, the primary one last. */
  readonly actions?: ReactNode;
  /** Neither Esc nor a click outside closes it, because input would be lost. */
  readonly keep?: boolean;
  /** What it sent is not answered yet: nothing closes it, so that a late answer never meets another dialog. */
  readonly pending?: boolean;
}
