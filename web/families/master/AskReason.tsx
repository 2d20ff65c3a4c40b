import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Dialog } from '#web/parts/Dialog.tsx';
import { Field } from '#web/parts/field/Field.tsx';
import { InlineError } from '#web/parts/states.tsx';
import type { Failed } from '#web/parts/states.tsx';
import type { SayMaster } from './words.ts';

export interface AskReasonProps {
  readonly title: string;
  readonly text?: ReactNode;
  readonly yes: string;
  readonly danger?: boolean;
  readonly required?: boolean;
  readonly pending: boolean;
  readonly failure: Failed | null;
  /** What stands below a refusal: what uses the record. */
  readonly more?: ReactNode;
  readonly t: SayMaster;
  readonly onSend: (reason: string | null) => void;
  readonly onClose: () => void;
}

/** Asks why before something is done; the answer stands in the history. */
export function AskReason({ title, text, yes, danger = false, required = false, pending, failure, more, t, onSend, onClose }: AskReasonProps): ReactNode {
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const missing = required && reason.trim().length < 3;
  const send = (): void => {
    setTried(true);
    if (!missing) onSend(reason.trim() || null);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      keep={reason.trim() !== ''}
      title={title}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {t('back')}
          </Button>
          <Button color={danger ? 'danger' : 'accent'} loading={pending} onClick={send}>
            {yes}
          </Button>
        </>
      }
    >
      {text && <p className="ma-plain">{text}</p>}
      {failure && <InlineError failure={failure} />}
      {more}
      <Field
        kind="area"
        label={required ? t('reason') : t('reasonOptional')}
        value={reason}
        onChange={setReason}
        required={required}
        maxLength={500}
        rows={2}
        autoFocus
        error={tried && missing ? t('reasonMissing') : null}
      />
    </Dialog>
  );
}
