import { Button } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import type { FormDef } from '#shared/families/form.ts';
import { onNotice, socketUp } from '#web/live/socket.ts';
import { IconCheck, IconCloudOff } from '#web/parts/icons.ts';
import { formatSeconds } from '#web/locales/formats.ts';
import { useLanguage } from '#web/locales/translations.ts';
import { labelOf } from './check.ts';
import type { Draft } from './use-draft.ts';
import { useFormTranslations } from './translations.ts';

/** State of the draft in words: what is saved, since when, and what is not. */
export function SaveState({ def, draft }: { def: FormDef; draft: Draft }): ReactNode {
  const t = useFormTranslations();
  const language = useLanguage();
  const up = useSyncExternalStore(onNotice as (listener: () => void) => () => void, socketUp);
  const own = def.translations[language] as Readonly<Record<string, string>>;
  const fields = [...new Set(draft.left.map((field) => labelOf(own, field)))].join(', ');
  const text = ((): ReactNode => {
    if (draft.saving) return <span className="ops-muted">{t('saving')}</span>;
    if (!up && draft.dirty)
      return (
        <span className="ops-tone-warn">
          <IconCloudOff size={14} aria-hidden="true" /> {t('off')}
        </span>
      );
    if (draft.failure) return <span className="ops-tone-danger">{t('saveFailed')}</span>;
    if (draft.dirty)
      return (
        <>
          <span className="ops-muted">{t('unsaved')}</span>
          <Button size="compact-xs" variant="subtle" onClick={() => void draft.save()}>
            {t('saveNow')}
          </Button>
        </>
      );
    if (draft.savedAt === null) return null;
    if (fields !== '')
      return (
        <span className="ops-tone-warn">
          {t('savedLeft', { time: formatSeconds(draft.savedAt), fields })}
        </span>
      );
    return (
      <span className="ops-muted">
        <IconCheck size={14} className="ops-tone-ok" aria-hidden="true" />{' '}
        {t('saved', { time: formatSeconds(draft.savedAt) })}
      </span>
    );
  })();
  return (
    <span className="fo-saved ops-figures" role="status">
      {text}
    </span>
  );
}
