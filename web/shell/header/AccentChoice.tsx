import type { ReactNode } from 'react';
import { IconCheck } from '#web/parts/icons.ts';
import { setAppearance, useAppearance } from '#web/parts/theme/appearance.ts';
import { accents } from '#web/parts/theme/palettes.ts';
import { tones } from '#web/parts/theme/tones.ts';
import { useScheme } from '#web/parts/theme/ThemeRoot.tsx';
import { useShell } from '../translations.ts';

export function AccentChoice(): ReactNode {
  const t = useShell();
  const { accent } = useAppearance();
  const scheme = useScheme();
  return (
    <fieldset className="sh-choice">
      <legend>{t('theme')}</legend>
      <div className="sh-accents">
        {accents.map((one) => (
          <button
            key={one}
            type="button"
            className="sh-accent"
            aria-pressed={one === accent}
            onClick={() => setAppearance({ accent: one })}
          >
            <span
              className="sh-accent-dot"
              style={{ background: tones[one][scheme].accent, color: tones[one][scheme].accentInk }}
            >
              {one === accent && <IconCheck size={12} stroke={3} aria-hidden="true" />}
            </span>
            {t(`theme.${one}`)}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
