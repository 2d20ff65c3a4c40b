import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { QueueAction } from '#shared/families/queue-actions.ts';
import type { QueueRow } from '#shared/families/queue-row.ts';
import type { Failure } from '#web/live/failure.ts';
import { Dialog } from '#web/parts/Dialog.tsx';
import { DraftNote } from '#web/parts/DraftNote.tsx';
import { FieldInput } from '#web/parts/field/FieldInput.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { useDraft } from '#web/parts/use-draft.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import { useFrame } from '#web/locales/translations.ts';
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
  const frame = useFrame();
  const inputs = action.inputs ?? [];
  const fields = inputs.flatMap(({ name, kind }) => (kind === 'slot' ? ['appDate', 'slotFrom'] : [name]));
  const [start] = useState<Readonly<Record<string, unknown>>>(() =>
    Object.fromEntries(
      inputs.map(({ name, kind, from }) => [name, kind === 'datetime' && from ? soon() : '']),
    ),
  );
  const draft = useDraft(`${action.aggregate}.${action.name}`, row.ref, start);
  const { values } = draft;
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({});
  const put = (name: string, value: unknown): void => {
    draft.put({ [name]: value ?? '' });
    setWrong(({ [name]: _gone, ...rest }) => rest);
  };
  const send = (): void => {
    const found: Record<string, string> = {};
    const input: Record<string, unknown> = {};
    for (const { name, kind, required, from } of inputs) {
      const typed = values[name];
      const value = typeof typed === 'string' ? typed.trim() : typed;
      if (kind === 'datetime' && from && (required || !isBlank(value))) {
        if (!(Date.parse(String(value)) > serverClock.now())) found[name] = t('notPast');
        else input[name] = value;
      } else if (isBlank(value)) {
        if (required) found[name] = t('tooShort');
      } else if (kind === 'slot') {
        const [appDate = '', slotFrom = ''] = String(value).split('T');
        if (appDate === '' || slotFrom === '') found[name] = t('tooShort');
        else Object.assign(input, { appDate, slotFrom });
      } else input[name] = value;
    }
    setWrong(found);
    if (Object.keys(found).length === 0) void onSend(input).then((ok) => ok && draft.done());
  };
  const title = own(`action.${action.name}`);
  const fieldError = (name: string): string | null =>
    wrong[name] ?? (failure?.field === name ? failure.message : null);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('ask', { action: title, ref: row.ref })}
      pending={pending}
      actions={
        <>
          <Button variant="default" onClick={onClose} disabled={pending}>
            {frame('cancel')}
          </Button>
          <Button color={action.danger ? 'danger' : 'accent'} loading={pending} onClick={send}>
            {title}
          </Button>
        </>
      }
    >
      <form
        className="qu-ask"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
        }}
      >
        <DraftNote draft={draft} />
        {inputs.map((field, index) => {
          const { name, kind, of = name } = field;
          return (
            <FieldInput
              key={name}
              field={kind === 'paragraph' ? { max: 500, ...field } : field}
              label={own(`ask.${name}`)}
              value={values[name]}
              onChange={(value) => put(name, value)}
              error={fieldError(name)}
              errorAt={fieldError}
              option={(value) => own(`${of}.${value}`)}
              pooId={row.pooId}
              lines={3}
              autoFocus={kind === 'paragraph' && (index === 0 || inputs[0]?.kind === 'datetime')}
            />
          );
        })}
        {failure && (!failure.field || !fields.includes(failure.field)) && <InlineError failure={failure} />}
      </form>
    </Dialog>
  );
}
