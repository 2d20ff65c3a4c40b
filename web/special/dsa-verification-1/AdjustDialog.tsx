import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { accountKey } from '#shared/streams/money/incentive/state.ts';
import { useCommand } from '#web/live/use-command.ts';
import { Dialog } from '#web/parts/Dialog.tsx';
import { DraftNote } from '#web/parts/DraftNote.tsx';
import { SelectField } from '#web/parts/field/choice-fields.tsx';
import { NumberField } from '#web/parts/field/text-fields.tsx';
import { ReasonField } from '#web/parts/ReasonField.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import { useDraft } from '#web/parts/use-draft.ts';
import { useIncentiveTranslations } from './translations.ts';

const empty = { way: 'add' as string | null, paise: null as number | null, reason: '' };

/** Requests an adjustment, which a second person confirms. */
export function AdjustDialog({
  dsaId,
  onClose,
}: {
  readonly dsaId: number;
  readonly onClose: () => void;
}): ReactNode {
  const t = useIncentiveTranslations();
  const draft = useDraft('incentive.adjust', dsaId, empty);
  const { run, pending, failure } = useCommand('incentive', 'adjust');
  const [tried, setTried] = useState(false);
  const { way, paise, reason } = draft.values;
  const short = reason.trim().length < 5;
  const missing = paise === null || paise < 1;
  const send = async (): Promise<void> => {
    setTried(true);
    if (short || missing) return;
    if (!(await run(accountKey(dsaId), { paise: way === 'take' ? -paise : paise, reason: reason.trim() })))
      return;
    draft.done();
    toast({ text: t('done.adjust'), tone: 'ok' });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      keep={draft.dirty}
      pending={pending}
      title={t('adjustTitle')}
      actions={
        <>
          <Button variant="default" disabled={pending} onClick={onClose}>
            {t('close')}
          </Button>
          <Button loading={pending} onClick={() => void send()}>
            {t('adjustSend')}
          </Button>
        </>
      }
    >
      <DraftNote draft={draft} />
      <SelectField
        label={t('way')}
        value={way}
        required
        choices={[
          { value: 'add', label: t('way.add') },
          { value: 'take', label: t('way.take') },
        ]}
        onChange={(value) => draft.put({ way: value })}
      />
      <NumberField
        label={t('amount')}
        value={paise}
        money
        required
        min={1}
        error={tried && missing ? t('amountMissing') : null}
        onChange={(value) => draft.put({ paise: value })}
      />
      <ReasonField
        draft={draft}
        label={t('reason')}
        hint={t('reasonHint')}
        error={tried && short ? t('reasonHint') : null}
      />
      {failure && <InlineError failure={failure} />}
    </Dialog>
  );
}
