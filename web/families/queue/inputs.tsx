import { useState } from 'react';
import type { ReactNode } from 'react';
import type { QueueAction, QueueInput } from '#shared/families/queue-actions.ts';
import { LossReasonField } from '#web/parts/call/LossReasonField.tsx';
import { FieldInput } from '#web/parts/field/FieldInput.tsx';
import { useDraft } from '#web/parts/use-draft.ts';
import type { Draft } from '#web/parts/use-draft.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import type { Translate } from '#web/locales/translations.ts';
import { useQueueTranslations } from './translations.ts';

const MINUTE = 60_000;
/** Half an hour from now, to the minute. */
const soon = (): string =>
  new Date(Math.floor(serverClock.now() / MINUTE) * MINUTE + 30 * MINUTE).toISOString();
const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

type Values = Readonly<Record<string, unknown>>;

export interface Inputs {
  readonly draft: Draft<Values>;
  /** What keeps each input from being sent. */
  readonly wrong: Record<string, string | null>;
  /** As the command takes it. */
  readonly input: Record<string, unknown>;
}

/** The inputs of an action, kept as a draft about one row or several. */
export function useInputs(action: QueueAction, about: string): Inputs {
  const t = useQueueTranslations();
  const inputs = action.inputs ?? [];
  const [start] = useState<Values>(() =>
    Object.fromEntries(
      inputs.map(({ name, kind, from }) => [name, kind === 'datetime' && from ? soon() : '']),
    ),
  );
  const draft = useDraft(`${action.aggregate}.${action.name}`, about, start);
  return { draft, ...checked(inputs, draft.values, t) };
}

export interface InputFieldsProps {
  readonly inputs: readonly QueueInput[];
  readonly draft: Draft<Values>;
  readonly own: Translate;
  readonly error: (field: string) => string | null;
  /** The place of operation from which colleagues are chosen; null: any. */
  readonly pooId: number | null;
}

export function InputFields({ inputs, draft, own, error, pooId }: InputFieldsProps): ReactNode {
  return inputs.map((field, index) => {
    const { name, kind, of = name } = field;
    return (
      <FieldInput
        key={name}
        field={kind === 'paragraph' ? { max: 500, ...field } : field}
        label={own(`ask.${name}`)}
        value={draft.values[name]}
        onChange={(value) => draft.put({ [name]: value ?? '' })}
        error={error(name)}
        errorAt={error}
        option={(value) => own(`${of}.${value}`)}
        pooId={pooId}
        lines={3}
        {...(field.lookup === 'lossReason'
          ? { picker: ({ field: _field, ...base }) => <LossReasonField {...base} /> }
          : {})}
        autoFocus={kind === 'paragraph' && (index === 0 || inputs[0]?.kind === 'datetime')}
      />
    );
  });
}

/** The inputs as the command takes them, and what is wrong with each field. */
function checked(
  inputs: readonly QueueInput[],
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
