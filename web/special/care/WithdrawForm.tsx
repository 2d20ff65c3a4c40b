import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useFrame } from '#web/locales/translations.ts';
import { useCommand } from '#web/live/use-command.ts';
import { Dialog } from '#web/parts/Dialog.tsx';
import { AreaField } from '#web/parts/field/text-fields.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { useCareTranslations } from './translations.ts';

export interface WithdrawProps {
  readonly aggregate: 'phx' | 'vital' | 'labreport';
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Crosses a record out with the reason; it stays for ever. */
export function WithdrawForm({ aggregate, id, version, name, onDone, onClose }: WithdrawProps): ReactNode {
  const t = useCareTranslations();
  const frame = useFrame();
  const mark = useCommand(aggregate, 'markEnteredInError');
  const [reason, setReason] = useState('');
  const send = (): void => void mark.run(id, { reason }, { version }).then((done) => done && onDone());
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('inErrorOf', { name })}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {frame('cancel')}
          </Button>
          <Button color="danger" loading={mark.pending} disabled={reason.trim().length < 5} onClick={send}>
            {t('inError')}
          </Button>
        </>
      }
    >
      <p>{t('inErrorText')}</p>
      <AreaField label={t('reason')} value={reason} onChange={setReason} required autoFocus maxLength={200} />
      {mark.failure && <InlineError failure={mark.failure} />}
    </Dialog>
  );
}
