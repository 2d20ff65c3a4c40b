import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { DocumentField } from '#shared/families/document.ts';
import type { Failure } from '#web/live/failure.ts';
import { Dialog } from '#web/parts/Dialog.tsx';
import { DraftNote } from '#web/parts/DraftNote.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { useDraft } from '#web/parts/use-draft.ts';
import { useFrame } from '#web/locales/translations.ts';
import type { Translate } from '#web/locales/translations.ts';
import type { FieldAbout } from './field-about.ts';
import { FieldInput } from './FieldInput.tsx';

export interface ActionDialogProps {
  readonly title: string;
  readonly verb: string;
  /** The key of the draft that is kept when the dialog closes. */
  readonly draft: readonly [order: string, record: string];
  readonly fields: readonly DocumentField[];
  readonly start?: Readonly<Record<string, unknown>>;
  readonly danger?: boolean;
  readonly own: Translate;
  readonly pending: boolean;
  readonly failure: Failure | null;
  readonly label: (field: DocumentField) => string;
  /** Resolves with whether it succeeded. */
  readonly onSend: (values: Readonly<Record<string, unknown>>) => Promise<boolean>;
  readonly onClose: () => void;
  /** The document's place, customer and product, for fields that choose among theirs. */
  readonly about?: FieldAbout;
  /** Below the fields. */
  readonly children?: ReactNode;
}

/** The inputs of an action. They are kept until they are sent. */
export function ActionDialog({
  title,
  verb,
  draft: kept,
  fields,
  start = {},
  danger = false,
  own,
  pending,
  failure,
  label,
  onSend,
  onClose,
  about,
  children,
}: ActionDialogProps): ReactNode {
  const frame = useFrame();
  const draft = useDraft<Readonly<Record<string, unknown>>>(kept[0], kept[1], start);
  const [tried, setTried] = useState(false);
  const missing = (field: DocumentField): boolean =>
    Boolean(field.required) &&
    (draft.values[field.name] === undefined ||
      draft.values[field.name] === null ||
      draft.values[field.name] === '');
  const send = async (): Promise<void> => {
    setTried(true);
    if (fields.some(missing)) return;
    const given = Object.fromEntries(
      Object.entries(draft.values).filter(([, value]) => value !== null && value !== ''),
    );
    if (await onSend(given)) draft.done();
  };
  const own_ = (field: DocumentField): string | null =>
    failure?.field === field.name
      ? failure.message
      : tried && missing(field)
        ? frame('field.required')
        : null;
  return (
    <Dialog
      open
      onClose={onClose}
      keep={pending}
      title={title}
      actions={
        <>
          <Button variant="default" disabled={pending} onClick={onClose}>
            {frame('cancel')}
          </Button>
          <Button color={danger ? 'danger' : 'accent'} loading={pending} onClick={() => void send()}>
            {verb}
          </Button>
        </>
      }
    >
      <form
        className="do-ask"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
        onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && void send()}
      >
        <DraftNote draft={draft} />
        {fields.map((field) => (
          <FieldInput
            key={field.name}
            field={field}
            label={label(field)}
            value={draft.values[field.name]}
            own={own}
            {...(about
              ? { about }
              : typeof draft.values['pooId'] === 'number'
                ? { about: { pooId: draft.values['pooId'], supplierId: null } }
                : {})}
            error={own_(field)}
            onChange={(value) => draft.put({ [field.name]: value })}
          />
        ))}
        {children}
        {failure && !fields.some(({ name }) => name === failure.field) && <InlineError failure={failure} />}
      </form>
    </Dialog>
  );
}
