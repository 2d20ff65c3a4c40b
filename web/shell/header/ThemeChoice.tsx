import { SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import { setLook, useLook } from '#web/parts/theme/look.ts';
import type { Look } from '#web/parts/theme/look.ts';
import { useShell } from '../words.ts';
import { AccentChoice } from './AccentChoice.tsx';

/** Theme and brightness. */
export function ThemeChoice(): ReactNode {
  const t = useShell();
  const { scheme } = useLook();
  return (
    <>
      <AccentChoice />
      <fieldset className="sh-choice">
        <legend>{t('scheme')}</legend>
        <SegmentedControl
          size="xs"
          fullWidth
          value={scheme}
          onChange={(next) => setLook({ scheme: next as Look['scheme'] })}
          data={(['light', 'dark', 'auto'] as const).map((value) => ({ value, label: t(`scheme.${value}`) }))}
        />
      </fieldset>
    </>
  );
}
