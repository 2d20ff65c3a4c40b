import { SegmentedControl, Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import { languages } from '#shared/core/translations.ts';
import { setAppearance, useAppearance } from '#web/parts/theme/appearance.ts';
import type { Appearance } from '#web/parts/theme/appearance.ts';
import { setLanguage, useLanguage } from '#web/locales/translations.ts';
import { AccentChoice } from '../header/AccentChoice.tsx';
import { languageNames } from '../header/LanguagePicker.tsx';
import { useShell } from '../translations.ts';
import { NoticeSettings } from './NoticeSettings.tsx';
import { SecondStep } from './SecondStep.tsx';
import '../notices/notices.css';
import './screens.css';

/** Language, appearance, keys, notifications and second factor. */
export function SettingsScreen(): ReactNode {
  const t = useShell();
  const appearance = useAppearance();
  const language = useLanguage();
  return (
    <div className="sh-settings">
      <section>
        <h2>{t('settings.look')}</h2>
        <fieldset className="sh-choice">
          <legend>{t('language')}</legend>
          <SegmentedControl
            size="xs"
            value={language}
            data={languages.map((value) => ({ value, label: languageNames[value] }))}
            onChange={(next) => void setLanguage(next as typeof language)}
          />
        </fieldset>
        <AccentChoice />
        <fieldset className="sh-choice">
          <legend>{t('scheme')}</legend>
          <SegmentedControl
            size="xs"
            value={appearance.scheme}
            data={(['light', 'dark', 'auto'] as const).map((value) => ({
              value,
              label: t(`scheme.${value}`),
            }))}
            onChange={(next) => setAppearance({ scheme: next as Appearance['scheme'] })}
          />
        </fieldset>
        <fieldset className="sh-choice">
          <legend>{t('density')}</legend>
          <SegmentedControl
            size="xs"
            value={appearance.density}
            data={(['compact', 'comfortable'] as const).map((value) => ({
              value,
              label: t(`density.${value}`),
            }))}
            onChange={(next) => setAppearance({ density: next as Appearance['density'] })}
          />
        </fieldset>
      </section>
      <section>
        <h2>{t('settings.keys')}</h2>
        <Switch
          label={t('letterKeys')}
          checked={appearance.letterKeys}
          onChange={(event) => setAppearance({ letterKeys: event.currentTarget.checked })}
        />
      </section>
      <NoticeSettings />
      <SecondStep />
    </div>
  );
}
