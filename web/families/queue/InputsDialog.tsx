import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { addDays, businessDay, clockTime } from '#shared/core/day.ts';
import type { QueueAction } from '#shared/families/queue-actions.ts';
import type { QueueRow } from '#shared/families/queue-row.ts';
import type { Failure } from '#web/live/failure.ts';
import { Dialog } from '#web/parts/Dialog.tsx';
import { DraftNote } from '#web/parts/DraftNote.tsx';
import { SelectField } from '#web/parts/field/choice-fields.tsx';
import { DateField } from '#web/parts/field/DateField.tsx';
import { AreaField } from '#web/parts/field/text-fields.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { useDraft } from '#web/parts/use-draft.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import { useFrame } from '#web/locales/translations.ts';
import type { Translate } from '#web/locales/translations.ts';
import { ColleagueField, SlotField } from './SlotField.tsx';
import { WhenField } from './WhenField.tsx';
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
const local = (at: number): string => `${businessDay(at)}T${clockTime(at)}`;
const instantOf = (typed: string): number => Date.parse(`${typed}:00+05:30`);

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
  const [start] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(
      inputs.map(({ name, kind }) => [
        name,
        kind === 'datetime' ? local(serverClock.now() + 30 * MINUTE) : '',
      ]),
    ),
  );
  const draft = useDraft(`${action.aggregate}.${action.name}`, row.ref, start);
  const { values } = draft;
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({});
  const put = (name: string, value: string): void => {
    draft.put({ [name]: value });
    setWrong(({ [name]: _gone, ...rest }) => rest);
  };
  const send = (): void => {
    const found: Record<string, string> = {};
    const input: Record<string, unknown> = {};
    for (const { name, kind, required } of inputs) {
      const value = (values[name] ?? '').trim();
      if (value === '') {
        if (required) found[name] = t('tooShort');
      } else if (kind === 'datetime') {
        const at = instantOf(value);
        if (Number.isNaN(at) || at <= serverClock.now()) found[name] = t('notPast');
        else input[name] = new Date(at).toISOString();
      } else if (kind === 'slot') {
        const [appDate = '', slotFrom = ''] = value.split('T');
        if (appDate === '' || slotFrom === '') found[name] = t('tooShort');
        else Object.assign(input, { appDate, slotFrom });
      } else if (kind === 'employee') input[name] = Number(value);
      else input[name] = value;
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
        {inputs.map(({ name, kind, required, options = [], of = name }, index) =>
          kind === 'choice' ? (
            <SelectField
              key={name}
              label={own(`ask.${name}`)}
              value={values[name] || null}
              required={required}
              error={fieldError(name)}
              choices={options.map((value) => ({ value, label: own(`${of}.${value}`) }))}
              onChange={(value) => put(name, value ?? '')}
            />
          ) : kind === 'employee' ? (
            <ColleagueField
              key={name}
              label={own(`ask.${name}`)}
              value={values[name] ?? ''}
              pooId={row.pooId}
              error={fieldError(name)}
              onChange={(value) => put(name, value)}
            />
          ) : kind === 'slot' ? (
            <SlotField
              key={name}
              label={own(`ask.${name}`)}
              value={values[name] ?? ''}
              dayError={fieldError('appDate') ?? wrong[name] ?? null}
              timeError={fieldError('slotFrom')}
              onChange={(value) => put(name, value)}
            />
          ) : kind === 'date' ? (
            <DateField
              key={name}
              label={own(`ask.${name}`)}
              value={values[name] || null}
              required={required}
              min={businessDay(serverClock.now())}
              noSunday
              error={fieldError(name)}
              onChange={(value) => put(name, value ?? '')}
            />
          ) : kind === 'datetime' ? (
            <UntilField
              key={name}
              label={own(`ask.${name}`)}
              value={values[name] ?? ''}
              error={fieldError(name)}
              onChange={(value) => put(name, value)}
            />
          ) : (
            <AreaField
              key={name}
              label={own(`ask.${name}`)}
              value={values[name] ?? ''}
              required={required}
              autoFocus={index === 0 || inputs[0]?.kind === 'datetime'}
              maxLength={500}
              rows={3}
              error={fieldError(name)}
              onChange={(value) => put(name, value)}
            />
          ),
        )}
        {failure && (!failure.field || !fields.includes(failure.field)) && <InlineError failure={failure} />}
      </form>
    </Dialog>
  );
}

function UntilField({
  label,
  value,
  error,
  onChange,
}: {
  label: string;
  value: string;
  error: string | null;
  onChange: (value: string) => void;
}): ReactNode {
  const t = useQueueTranslations();
  const now = serverClock.now();
  const later = (ms: number): void => onChange(local(serverClock.now() + ms));
  return (
    <div className="qu-whenfield">
      <WhenField label={label} value={value} error={error} min={businessDay(now)} onChange={onChange} />
      <span className="qu-presets">
        <Button size="compact-xs" variant="default" onClick={() => later(30 * MINUTE)}>
          {t('parkSoon', { minutes: 30 })}
        </Button>
        {[2, 4].map((hours) => (
          <Button key={hours} size="compact-xs" variant="default" onClick={() => later(hours * 60 * MINUTE)}>
            {t('parkHours', { hours })}
          </Button>
        ))}
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => onChange(`${addDays(businessDay(now), 1)}T09:00`)}
        >
          {t('parkMorning')}
        </Button>
      </span>
    </div>
  );
}
