import { SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import { setAppearance, useAppearance } from '#web/parts/theme/appearance.ts';
import type { Appearance } from '#web/parts/theme/appearance.ts';
import { useShell } from '../translations.ts';
import { AccentChoice } from './AccentChoice.tsx';

export function ThemeChoice(): ReactNode {
  const t = useShell();
  const { scheme } = useAppearance();
  return (
    <>
      <AccentChoice />
      <fieldset className="sh-choice">
        <legend>{t('scheme')}</legend>
        <SegmentedControl
          size="xs"
          fullWidth
          value={scheme}
          onChange={(next) => setAppearance({ scheme: next as Appearance['scheme'] })}
          data={(['light', 'dark', 'auto'] as const).map((value) => ({ value, label: t(`scheme.${value}`) }))}
        />
      </fieldset>
    </>
  );
}
