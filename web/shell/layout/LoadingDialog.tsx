import { Loader } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useShell } from '../translations.ts';

/** Width of the loading dialog (specification §1), px. */
export const loadingDialogWidth = 200;
const LATE_MS = 400;

/** Shown when a page takes long to load. */
export function LoadingDialog({ open, text }: { open: boolean; text?: string }): ReactNode {
  const t = useShell();
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!open) return setLate(false);
    const timer = setTimeout(() => setLate(true), LATE_MS);
    return () => clearTimeout(timer);
  }, [open]);
  if (!open || !late) return null;
  return (
    <div className="sh-loading" role="status" style={{ width: loadingDialogWidth }}>
      <Loader size="sm" color="accent" />
      {text ?? t('loading')}
    </div>
  );
}
