import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode, SyntheticEvent } from 'react';
import { useCommand } from '#web/live/use-command.ts';
import { Dialog } from '#web/parts/Dialog.tsx';
import { LookupField } from '#web/parts/field/choice-fields.tsx';
import { findColleagues } from '#web/parts/field/colleagues.ts';
import type { Choice } from '#web/parts/field/field.ts';
import { InlineError } from '#web/parts/states.tsx';
import { useChatTranslations } from './translations.ts';
import '../form.css';

/** Invites a colleague to a room; to a record's room only people who may see the record. */
export function InviteDialog({ room, onClose }: { room: string; onClose: () => void }): ReactNode {
  const t = useChatTranslations();
  const [chosen, setChosen] = useState<Choice | null>(null);
  const invite = useCommand('chatroom', 'invite');
  const submit = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (chosen && (await invite.run(room, { empId: Number(chosen.value) }))) onClose();
  };
  return (
    <Dialog open onClose={onClose} title={t('invite')} width={400}>
      <form className="sh-form" onSubmit={(event) => void submit(event)}>
        {invite.failure && (
          <InlineError
            failure={invite.failure}
            onRetry={() => void invite.retry()}
            onDismiss={invite.dismiss}
          />
        )}
        <LookupField
          label={t('who')}
          placeholder={t('startHint')}
          value={chosen}
          find={findColleagues}
          onChange={setChosen}
        />
        <div className="ops-dialog-actions">
          <Button type="submit" loading={invite.pending} disabled={!chosen}>
            {t('letIn')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
