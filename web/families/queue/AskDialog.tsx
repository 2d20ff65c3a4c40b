import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { addDays, businessDay, timeOfDay } from '#shared/core/day.ts';
import type { QueueAction } from '#shared/families/queue-actions.ts';
import type { QueueRow } from '#shared/families/queue-row.ts';
import type { Failure } from '#web/live/failure.ts';
import { Dialog } from '#web/parts/Dialog.tsx';
import { DraftNote } from '#web/parts/DraftNote.tsx';
import { AreaField } from '#web/parts/field/text-fields.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { useDraft } from '#web/parts/use-draft.ts';
import { serverClock } from '#web/words/server-clock.ts';
import { useFrame } from '#web/words/words.ts';
import type { Say } from '#web/words/words.ts';
import { ColleagueField, SlotField } from './SlotField.tsx';
import { WhenField } from './WhenField.tsx';
import { useQueueWords } from './words.ts';

export interface AskDialogProps {
  readonly action: QueueAction;
  readonly row: QueueRow;
  readonly own: Say;
  readonly pending: boolean;
  readonly failure: Failure | null;
  /** Answers whether it was done. */
  readonly onSend: (input: Readonly<Record<string, unknown>>) => Promise<boolean>;
  readonly onClose: () => void;
}

const MINUTE = 60_000;
const local = (at: number): string => `${businessDay(at)}T${timeOfDay(at).slice(0, 5)}`;
const instantOf = (typed: string): number => Date.parse(`${typed}:00+05:30`);

/** What an action wants to know before it is sent. Refused or not, what was typed stays until it is sent or closed. */
export function AskDialog({ action, row, own, pending, failure, onSend, onClose }: AskDialogProps): ReactNode {
  const t = useQueueWords();
  const frame = useFrame();
  const asks = action.asks ?? [];
  const fields = asks.flatMap(({ name, kind }) => (kind === 'slot' ? ['appDate', 'slotFrom'] : [name]));
  const [start] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(asks.map(({ name, kind }) => [name, kind === 'instant' ? local(serverClock.now() + 30 * MINUTE) : ''])),
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
    for (const { name, kind, required } of asks) {
      const value = (values[name] ?? '').trim();
      if (value === '') {
        if (required) found[name] = t('tooShort');
      } else if (kind === 'instant') {
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
  const fieldError = (name: string): string | null => wrong[name] ?? (failure?.field === name ? failure.message : null);
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
        {asks.map(({ name, kind, required }, index) =>
          kind === 'employee' ? (
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
          ) : kind === 'instant' ? (
            <UntilField key={name} label={own(`ask.${name}`)} value={values[name] ?? ''} error={fieldError(name)} onChange={(value) => put(name, value)} />
          ) : (
            <AreaField
              key={name}
              label={own(`ask.${name}`)}
              value={values[name] ?? ''}
              required={required}
              autoFocus={index === 0 || asks[0]?.kind === 'instant'}
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

function UntilField({ label, value, error, onChange }: { label: string; value: string; error: string | null; onChange: (value: string) => void }): ReactNode {
  const t = useQueueWords();
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
        <Button size="compact-xs" variant="default" onClick={() => onChange(`${addDays(businessDay(now), 1)}T09:00`)}>
          {t('parkMorning')}
        </Button>
      </span>
    </div>
  );
}
