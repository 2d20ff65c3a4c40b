import { useState } from 'react';
import type { ReactNode } from 'react';
import type { QueueAction } from '#shared/families/queue-actions.ts';
import type { QueueRow } from '#shared/families/queue-row.ts';
import type { Failure } from '#web/live/failure.ts';
import { FieldInput } from '#web/parts/field/FieldInput.tsx';
import { SendDialog } from '#web/parts/send/SendDialog.tsx';
import { useDraft } from '#web/parts/use-draft.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import type { Translate } from '#web/locales/translations.ts';
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

const MINUTE = 60_000;
/** Half an hour from now, to the minute. */
const soon = (): string =>
  new Date(Math.floor(serverClock.now() / MINUTE) * MINUTE + 30 * MINUTE).toISOString();
const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

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
  const inputs = action.inputs ?? [];
  const [start] = useState<Readonly<Record<string, unknown>>>(() =>
    Object.fromEntries(
      inputs.map(({ name, kind, from }) => [name, kind === 'datetime' && from ? soon() : '']),
    ),
  );
  const draft = useDraft(`${action.aggregate}.${action.name}`, row.ref, start);
  const { values } = draft;
  const { wrong, input } = checked(inputs, values, t);
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
          {inputs.map((field, index) => {
            const { name, kind, of = name } = field;
            return (
              <FieldInput
                key={name}
                field={kind === 'paragraph' ? { max: 500, ...field } : field}
                label={own(`ask.${name}`)}
                value={values[name]}
                onChange={(value) => draft.put({ [name]: value ?? '' })}
                error={error(name)}
                errorAt={error}
                option={(value) => own(`${of}.${value}`)}
                pooId={row.pooId}
                lines={3}
                autoFocus={kind === 'paragraph' && (index === 0 || inputs[0]?.kind === 'datetime')}
              />
            );
          })}
        </div>
      )}
    </SendDialog>
  );
}

/** The inputs as the command takes them, and what is wrong with each field. */
function checked(
  inputs: NonNullable<QueueAction['inputs']>,
  values: Readonly<Record<string, unknown>>,
  t: ReturnType<typeof useQueueTranslations>,
): { readonly wrong: Record<string, string | null>; readonly input: Record<string, unknown> } {
  const wrong: Record<string, string | null> = {};
  const input: Record<string, unknown> = {};
  for (const { name, kind, required, from } of inputs) {
    const typed = values[name];
    const value = typeof typed === 'string' ? typed.trim() : typed;
    wrong[name] = null;
    if (kind === 'slot') Object.assign(wrong, { appDate: null, slotFrom: null });
    if (kind === 'datetime' && from && (required || !isBlank(value))) {
      if (!(Date.parse(String(value)) > serverClock.now())) wrong[name] = t('notPast');
      else input[name] = value;
    } else if (isBlank(value)) {
      if (required) wrong[name] = t('tooShort');
    } else if (kind === 'slot') {
      const [appDate = '', slotFrom = ''] = String(value).split('T');
      if (appDate === '' || slotFrom === '') wrong[name] = t('tooShort');
      else Object.assign(input, { appDate, slotFrom });
    } else input[name] = value;
  }
  return { wrong, input };
}
