import { ActionIcon, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { translations } from '#shared/core/translations.ts';
import { aboutKey, aboutOf } from '#shared/streams/notices/about.ts';
import { discussed } from 'virtual:discussed';
import { addTranslations, useTranslations } from '#web/locales/translations.ts';
import { useCommands } from './commands/use-commands.ts';
import { IconMessage } from './icons.ts';
import { openTalk } from './talk.ts';

const key = 't';
const talkTranslations = translations({
  en: { about: 'Discuss {{ref}}' },
  es: { about: 'Conversar sobre {{ref}}' },
});
let added = false;

/** Registers the texts on first use: panels load before the translations are initialized. */
function addOnce(): void {
  if (!added) addTranslations('talk', talkTranslations);
  added = true;
}

/**
 * Opens the discussion about a record, by click or key; `stream` is the record's: `signup-301`. Renders
 * nothing for records without one.
 */
export function TalkButton(props: { stream: string; title: string }): ReactNode {
  const about = aboutOf(aboutKey(props.stream));
  return about && Object.hasOwn(discussed, about.name) ? <Button {...props} /> : null;
}

function Button({ stream, title }: { stream: string; title: string }): ReactNode {
  addOnce();
  const { t } = useTranslations('talk');
  const label = t('about', { ref: title });
  const run = (): void => openTalk({ room: aboutKey(stream), title });
  useCommands([{ id: 'panel.talk', label, keys: key, scope: 'panel', run }]);
  return (
    <Tooltip label={`${label} · ${key.toUpperCase()}`}>
      <ActionIcon aria-label={label} aria-keyshortcuts={key} onClick={run}>
        <IconMessage size={16} />
      </ActionIcon>
    </Tooltip>
  );
}
