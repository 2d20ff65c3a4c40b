import { SegmentedControl, Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import { languages } from '#shared/core/words.ts';
import { setLook, useLook } from '#web/parts/theme/look.ts';
import type { Look } from '#web/parts/theme/look.ts';
import { setLanguage, useLanguage } from '#web/words/words.ts';
import { AccentChoice } from '../header/AccentChoice.tsx';
import { languageNames } from '../header/LanguagePicker.tsx';
import { useShell } from '../words.ts';
import { NoticeSettings } from './NoticeSettings.tsx';
import { SecondStep } from './SecondStep.tsx';
import '../notices/notices.css';
import './screens.css';

/** Language, appearance, keys, notifications and the second step of sign-in. */
export function SettingsScreen(): ReactNode {
  const t = useShell();
  const look = useLook();
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
            value={look.scheme}
            data={(['light', 'dark', 'auto'] as const).map((value) => ({ value, label: t(`scheme.${value}`) }))}
            onChange={(next) => setLook({ scheme: next as Look['scheme'] })}
          />
        </fieldset>
        <fieldset className="sh-choice">
          <legend>{t('density')}</legend>
          <SegmentedControl
            size="xs"
            value={look.density}
            data={(['compact', 'comfortable'] as const).map((value) => ({ value, label: t(`density.${value}`) }))}
            onChange={(next) => setLook({ density: next as Look['density'] })}
          />
        </fieldset>
      </section>
      <section>
        <h2>{t('settings.keys')}</h2>
        <Switch label={t('letterKeys')} checked={look.letterKeys} onChange={(event) => setLook({ letterKeys: event.currentTarget.checked })} />
      </section>
      <NoticeSettings />
      <SecondStep />
    </div>
  );
}
