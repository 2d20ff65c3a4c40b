import type { ReactNode } from 'react';
import type { DocumentField } from '#shared/families/document.ts';
import type { Failure } from '#web/live/failure.ts';
import { SendDialog } from '#web/parts/send/SendDialog.tsx';
import { useDraft } from '#web/parts/use-draft.ts';
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
  const draft = useDraft<Readonly<Record<string, unknown>>>(kept[0], kept[1], start);
  const missing = (field: DocumentField): boolean =>
    Boolean(field.required) &&
    (draft.values[field.name] === undefined ||
      draft.values[field.name] === null ||
      draft.values[field.name] === '');
  const given = Object.fromEntries(
    Object.entries(draft.values).filter(([, value]) => value !== null && value !== ''),
  );
  return (
    <SendDialog
      title={title}
      verb={verb}
      danger={danger}
      sending={{ pending, failure }}
      draft={draft}
      wrong={Object.fromEntries(fields.map((field) => [field.name, missing(field)]))}
      send={() => onSend(given)}
      // whoever sends it closes it, and may have opened the next one
      onSent={() => undefined}
      onClose={onClose}
    >
      {(error) => (
        <div className="do-ask">
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
              error={error(field.name)}
              onChange={(value) => draft.put({ [field.name]: value })}
            />
          ))}
          {children}
        </div>
      )}
    </SendDialog>
  );
}
