import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { phoneIsDialable } from '#shared/core/phone.ts';
import { leadSourceNames } from '#shared/streams/leads/lead/sources.ts';
import type { QueueHeadProps } from '#web/families/queue/head.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { useCommand } from '#web/live/use-command.ts';
import { useCommands } from '#web/parts/commands/use-commands.ts';
import { SelectField } from '#web/parts/field/choice-fields.tsx';
import { PhoneField, TextField } from '#web/parts/field/text-fields.tsx';
import { KeyHint } from '#web/parts/KeyHint.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import { useLanguage } from '#web/locales/translations.ts';
import { useNewLeadTranslations } from './translations.ts';
import './new-lead.css';

const empty = { name: '', phone: '', pincode: '', source: null as string | null, consent: 'inferred' };

/** A lead typed in while somebody waits; a known number becomes a touch of its lead. */
export function Head({ off, onOpen }: QueueHeadProps): ReactNode {
  const t = useNewLeadTranslations();
  const language = useLanguage();
  const person = usePerson();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState(empty);
  const [tried, setTried] = useState(false);
  const create = useCommand('lead', 'createLead');
  const touch = useCommand('lead', 'recordTouch');
  const may =
    hasRight(person, 'Masters/leadCreation:create') || hasRight(person, 'Out Bound/pharmaLeadNew:create');
  useCommands([
    {
      id: 'lead.new',
      label: t('add'),
      keys: 'a',
      scope: 'screen',
      permitted: may && !open,
      disabled: off,
      run: () => setOpen(true),
    },
  ]);
  if (!may) return null;
  if (!open)
    return (
      <div className="nl-bar">
        <Button
          size="compact-sm"
          variant="light"
          rightSection={<KeyHint keys="a" />}
          disabled={off !== null}
          onClick={() => setOpen(true)}
        >
          {t('add')}
        </Button>
      </div>
    );
  const { failure } = create;
  const known = failure?.code === 'leadDuplicate' ? Number(failure.details?.['leadId']) : null;
  const wrong = (field: string, bad: boolean): string | null =>
    failure?.field === field && known === null ? failure.message : tried && bad ? t('required') : null;
  const done = (text: string, id: string): void => {
    toast({ text, tone: 'ok' });
    setTyped(empty);
    setTried(false);
    setOpen(false);
    onOpen(id);
  };
  const send = async (): Promise<void> => {
    setTried(true);
    const { name, phone, pincode, source, consent } = typed;
    if (name.trim().length < 2 || !phoneIsDialable(phone) || source === null) return;
    const pooId = person.primaryPooId;
    const body = {
      name,
      phone,
      source,
      consent,
      ...(pincode ? { pincode } : {}),
      ...(pooId === null ? {} : { pooId }),
    };
    const made = await create.run('new', body);
    if (made) done(t('done', { name }), made.id);
  };
  const addTouch = async (): Promise<void> => {
    if (known !== null && (await touch.run(known, { source: typed.source })))
      done(t('touched', { ref: String(failure?.details?.['lead']) }), String(known));
  };
  return (
    <form
      className="nl-form"
      aria-label={t('add')}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <TextField
        label={t('name')}
        value={typed.name}
        required
        autoFocus
        maxLength={80}
        error={wrong('name', typed.name.trim().length < 2)}
        onChange={(name) => setTyped({ ...typed, name })}
      />
      <PhoneField
        label={t('phone')}
        value={typed.phone}
        required
        error={wrong('phone', !phoneIsDialable(typed.phone))}
        onChange={(phone) => {
          create.dismiss();
          setTyped({ ...typed, phone });
        }}
      />
      <TextField
        label={t('pincode')}
        value={typed.pincode}
        maxLength={6}
        error={wrong('pincode', false)}
        onChange={(pincode) => setTyped({ ...typed, pincode })}
      />
      <SelectField
        label={t('source')}
        value={typed.source}
        required
        error={wrong('source', typed.source === null)}
        choices={Object.entries(leadSourceNames).map(([value, name]) => ({ value, label: name[language] }))}
        onChange={(source) => setTyped({ ...typed, source })}
      />
      <SelectField
        label={t('consent')}
        value={typed.consent}
        required
        choices={(['inferred', 'explicit', 'none'] as const).map((value) => ({
          value,
          label: t(`consent.${value}`),
        }))}
        onChange={(consent) => setTyped({ ...typed, consent: consent ?? 'inferred' })}
      />
      <span className="nl-actions">
        <Button type="submit" loading={create.pending}>
          {t('save')}
        </Button>
        <Button variant="default" onClick={() => setOpen(false)}>
          {t('cancel')}
        </Button>
      </span>
      {failure && (known !== null || !failure.field) && (
        <div className="nl-known">
          <InlineError failure={failure} onDismiss={create.dismiss} />
          {known !== null && (
            <Button size="compact-sm" loading={touch.pending} onClick={() => void addTouch()}>
              {t('addTouch')}
            </Button>
          )}
        </div>
      )}
      {touch.failure && <InlineError failure={touch.failure} onDismiss={touch.dismiss} />}
    </form>
  );
}
