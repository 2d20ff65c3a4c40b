import type { ReactNode } from 'react';
import type { QueueAction } from '#shared/families/queue-actions.ts';
import type { QueueRow } from '#shared/families/queue-row.ts';
import type { Failure } from '#web/live/failure.ts';
import { SendDialog } from '#web/parts/send/SendDialog.tsx';
import type { Translate } from '#web/locales/translations.ts';
import { InputFields, useInputs } from './inputs.tsx';
import { useQueueTranslations } from './translations.ts';

export interface InputsDialogProps {
  readonly action: QueueAction;
  readonly row: QueueRow;
  readonly own: Translate;
  readonly pending: boolean;
  readonly failure: Failure | null;
  /** Resolves with whether it succeeded. */
  readonly onSend: (input: Readonly<Record<string, unknown>>) => Promise<boolean>;
  readonly onClose: () => void;
}

/** Dialog for the inputs of an action. After a refusal the input is kept until it is sent or discarded. */
export function InputsDialog({
  action,
  row,
  own,
  pending,
  failure,
  onSend,
  onClose,
}: InputsDialogProps): ReactNode {
  const t = useQueueTranslations();
  const { draft, wrong, input } = useInputs(action, row.ref);
  const title = own(`action.${action.name}`);
  return (
    <SendDialog
      title={t('ask', { action: title, ref: row.ref })}
      verb={title}
      danger={action.danger ?? false}
      sending={{ pending, failure }}
      draft={draft}
      wrong={wrong}
      send={() => onSend(input)}
      // whoever sends it closes it, and may have opened the next one
      onSent={() => undefined}
      onClose={onClose}
    >
      {(error) => (
        <div className="qu-ask">
          <InputFields inputs={action.inputs ?? []} draft={draft} own={own} error={error} pooId={row.pooId} />
        </div>
      )}
    </SendDialog>
  );
}
