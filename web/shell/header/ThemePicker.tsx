import { ActionIcon, Popover, Tooltip } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import { IconPalette } from '#web/parts/icons.ts';
import { useShell } from '../translations.ts';

const ThemeChoice = lazy(() =>
  import('./ThemeChoice.tsx').then((module) => ({ default: module.ThemeChoice })),
);

export function ThemePicker(): ReactNode {
  const t = useShell();
  const [open, setOpen] = useState(false);
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Tooltip label={t('theme')} disabled={open}>
          <ActionIcon
            aria-label={t('theme')}
            aria-expanded={open}
            aria-haspopup="dialog"
            onClick={() => setOpen(!open)}
          >
            <IconPalette size={18} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown className="sh-theme" aria-label={t('theme')}>
        <Suspense fallback={null}>
          <ThemeChoice />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
