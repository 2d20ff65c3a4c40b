import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { accountKey } from '#shared/streams/money/incentive/state.ts';
import { useCommand } from '#web/live/use-command.ts';
import { formatMoney } from '#web/locales/formats.ts';
import { Dialog } from '#web/parts/Dialog.tsx';
import { TextField } from '#web/parts/field/text-fields.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import { useDraft } from '#web/parts/use-draft.ts';
import { useIncentiveTranslations } from './translations.ts';

/** Records the transfer of the balance that is shown. */
export function PayDialog({
  dsaId,
  balancePaise,
  onClose,
}: {
  readonly dsaId: number;
  readonly balancePaise: number;
  readonly onClose: () => void;
}): ReactNode {
  const t = useIncentiveTranslations();
  const draft = useDraft('incentive.pay', dsaId, { reference: '' });
  const { run, pending, failure } = useCommand('incentive', 'pay');
  const [tried, setTried] = useState(false);
  const reference = draft.values.reference.trim();
  const short = reference.length < 3;
  const send = async (): Promise<void> => {
    setTried(true);
    if (short || !(await run(accountKey(dsaId), { paise: balancePaise, reference }))) return;
    draft.done();
    toast({ text: t('done.pay'), tone: 'ok' });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      keep={draft.dirty}
      pending={pending}
      title={t('payTitle', { amount: formatMoney(balancePaise) })}
      actions={
        <>
          <Button variant="default" disabled={pending} onClick={onClose}>
            {t('close')}
          </Button>
          <Button loading={pending} onClick={() => void send()}>
            {t('pay')}
          </Button>
        </>
      }
    >
      <p>{t('payText')}</p>
      <TextField
        label={t('reference')}
        value={draft.values.reference}
        required
        maxLength={40}
        error={tried && short ? t('referenceShort') : null}
        onChange={(value) => draft.put({ reference: value })}
      />
      {failure && <InlineError failure={failure} />}
    </Dialog>
  );
}
