import { ActionIcon, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { words } from '#shared/core/words.ts';
import { aboutKey, aboutOf } from '#shared/streams/notices/about.ts';
import { addWords, useWords } from '#web/words/words.ts';
import { useCommands } from './commands/use-commands.ts';
import { IconMessage } from './icons.ts';
import { openTalk } from './talk.ts';

const key = 't';
const talkWords = words({ en: { about: 'Talk about {{ref}}' }, es: { about: 'Hablar sobre {{ref}}' } });
let added = false;

/** Panels are known before the words are started; they are shown after that. */
function addOnce(): void {
  if (!added) addWords('talk', talkWords);
  added = true;
}

/** Opens the room about a record, by a click or by its key; `stream` is the record's: `signup-301`. Nothing for records without rooms. */
export function TalkButton(props: { stream: string; title: string }): ReactNode {
  return aboutOf(aboutKey(props.stream)) ? <Button {...props} /> : null;
}

function Button({ stream, title }: { stream: string; title: string }): ReactNode {
  addOnce();
  const { t } = useWords('talk');
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
