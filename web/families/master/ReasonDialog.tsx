import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Dialog } from '#web/parts/Dialog.tsx';
import { DraftNote } from '#web/parts/DraftNote.tsx';
import { Field } from '#web/parts/field/Field.tsx';
import { InlineError } from '#web/parts/states.tsx';
import type { Failed } from '#web/parts/states.tsx';
import { useDraft } from '#web/parts/use-draft.ts';
import type { TranslateMaster } from './translations.ts';

export interface ReasonDialogProps {
  /** Command and record; the draft is stored under them. */
  readonly about: readonly [command: string, record: number];
  readonly title: string;
  readonly text?: ReactNode;
  readonly yes: string;
  readonly danger?: boolean;
  readonly required?: boolean;
  readonly pending: boolean;
  readonly failure: Failed | null;
  /** Shown below a refusal: what uses the record. */
  readonly more?: ReactNode;
  readonly t: TranslateMaster;
  /** Resolves with whether it succeeded. */
  readonly onSend: (reason: string | null) => Promise<boolean>;
  readonly onClose: () => void;
}

/** Asks for a reason before an action; the reason is kept in the history. */
export function ReasonDialog({
  about,
  title,
  text,
  yes,
  danger = false,
  required = false,
  pending,
  failure,
  more,
  t,
  onSend,
  onClose,
}: ReasonDialogProps): ReactNode {
  const draft = useDraft(...about, { reason: '' });
  const { reason } = draft.values;
  const [tried, setTried] = useState(false);
  const missing = required && reason.trim().length < 3;
  const send = (): void => {
    setTried(true);
    if (!missing) void onSend(reason.trim() || null).then((ok) => ok && draft.done());
  };
  return (
    <Dialog
      open
      onClose={onClose}
      keep={reason.trim() !== ''}
      pending={pending}
      title={title}
      actions={
        <>
          <Button variant="default" disabled={pending} onClick={onClose}>
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
      <DraftNote draft={draft} />
      <Field
        kind="paragraph"
        label={required ? t('reason') : t('reasonOptional')}
        value={reason}
        onChange={(text) => draft.put({ reason: text })}
        required={required}
        maxLength={500}
        rows={2}
        autoFocus
        error={tried && missing ? t('reasonMissing') : null}
      />
    </Dialog>
  );
}
