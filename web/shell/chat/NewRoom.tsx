import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode, SyntheticEvent } from 'react';
import { useCommand } from '#web/live/use-command.ts';
import { Dialog } from '#web/parts/Dialog.tsx';
import { DraftNote } from '#web/parts/DraftNote.tsx';
import { LookupField } from '#web/parts/field/choice-fields.tsx';
import { findColleagues } from '#web/parts/field/colleagues.ts';
import type { Choice } from '#web/parts/field/field.ts';
import { IconX } from '#web/parts/icons.ts';
import { InlineError } from '#web/parts/states.tsx';
import { useDraft } from '#web/parts/use-draft.ts';
import { useChatTranslations } from './translations.ts';
import '../form.css';

/** Creates a named room for several people. */
export function NewRoom({
  onClose,
  onOpened,
}: {
  onClose: () => void;
  onOpened: (id: string) => void;
}): ReactNode {
  const t = useChatTranslations();
  const draft = useDraft<{ title: string; members: readonly Choice[] }>('chatroom.open', null, {
    title: '',
    members: [],
  });
  const { title, members } = draft.values;
  const setMembers = (list: readonly Choice[]): void => draft.put({ members: list });
  const [turn, setTurn] = useState(0);
  const open = useCommand('chatroom', 'open');
  const submit = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    const done = await open.run('new', {
      title: title.trim(),
      members: members.map(({ value }) => Number(value)),
    });
    if (!done) return;
    draft.done();
    onOpened(done.id);
  };
  return (
    <Dialog open onClose={onClose} title={t('newRoom')} width={400}>
      <form className="sh-form" onSubmit={(event) => void submit(event)}>
        {open.failure && <InlineError failure={open.failure} onDismiss={open.dismiss} />}
        <DraftNote draft={draft} />
        <TextInput
          label={t('roomTitle')}
          value={title}
          maxLength={60}
          data-autofocus
          onChange={(event) => draft.put({ title: event.currentTarget.value })}
        />
        <LookupField
          key={turn}
          label={t('addMember')}
          placeholder={t('startHint')}
          value={null}
          find={findColleagues}
          onChange={(choice) => {
            if (choice && !members.some(({ value }) => value === choice.value))
              setMembers([...members, choice]);
            setTurn(turn + 1);
          }}
        />
        {members.length > 0 && (
          <ul className="chat-members" aria-label={t('members')}>
            {members.map((one) => (
              <li key={one.value}>
                {one.label}
                <button
                  type="button"
                  aria-label={`${t('cancel')}: ${one.label}`}
                  onClick={() => setMembers(members.filter((other) => other !== one))}
                >
                  <IconX size={12} />
                </button>
              </li>
            ))}
          </ul>
        )}
        <div className="ops-dialog-actions">
          <Button
            type="submit"
            loading={open.pending}
            disabled={title.trim().length < 2 || members.length === 0}
          >
            {t('open')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
