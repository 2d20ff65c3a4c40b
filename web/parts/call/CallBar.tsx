import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { callLimits } from '#shared/streams/calls/call/limits.ts';
import { useCommands } from '#web/parts/commands/use-commands.ts';
import { IconPhone } from '#web/parts/icons.ts';
import { KeyHint } from '#web/parts/KeyHint.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { formatCountdown } from '#web/locales/formats.ts';
import { useServerSecond } from '#web/locales/server-clock.ts';
import { useTranslations } from '#web/locales/translations.ts';
import { HandOver } from './HandOver.tsx';
import { useNotes, type Notes } from './use-notes.ts';
import { useOwnCall } from './use-own-call.ts';
import type { OwnCall } from './use-own-call.ts';
import { useCallTranslations } from './translations.ts';
import { bothKeys, TypingKeys, typingKeys } from './TypingKeys.tsx';
import { WrapUp } from './WrapUp.tsx';
import './call.css';

type Live = NonNullable<OwnCall['call']>;

/**
 * One's own call, on every screen: callee, purpose, duration, call controls, and the disposition at its end.
 */
export function CallBar(): ReactNode {
  const own = useOwnCall();
  return own.call ? <Bar key={own.call.id} own={own} call={own.call} /> : null;
}

const tones: Readonly<Record<Live['stage'], string>> = {
  none: 'muted',
  dialling: 'info',
  ringing: 'info',
  connected: 'ok',
  held: 'warn',
  wrapUp: 'accent',
  overdue: 'danger',
  done: 'muted',
};

function Bar({ own, call }: { own: OwnCall; call: Live }): ReactNode {
  const t = useCallTranslations();
  const purpose = useTranslations('call').t;
  const notes = useNotes(own, call.id);
  const ended = call.stage === 'wrapUp' || call.stage === 'overdue';
  return (
    <section className="cb-bar" data-stage={call.stage} data-call={call.id} aria-label={t('bar')}>
      <div className="cb-line">
        <span className={`cb-stage ops-tone-${tones[call.stage]}`} role="status">
          <IconPhone size={16} aria-hidden="true" />
          {ended && call.status
            ? t(`status.${call.status}`)
            : t(call.stage === 'none' || call.stage === 'done' ? 'wrapUp' : call.stage)}
        </span>
        <Timer call={call} />
        <span className="cb-who">
          <b>{call.name}</b> <span className="ops-code">{call.subjectRef}</span>{' '}
          <span className="ops-muted">
            {purpose(`purpose.${call.purpose}`)} · <span className="ops-figures">{call.phoneMasked}</span> ·{' '}
            {t('attempt', { n: call.attempt })}
            {call.otherMasked && ` · ${t('otherNumber', { phone: call.otherMasked })}`}
            {call.conference.length > 0 && ` · ${t('with', { names: call.conference.join(', ') })}`}
          </span>
        </span>
        <NotesField notes={notes} />
        <Steps own={own} call={call} />
      </div>
      {own.failure && <InlineError failure={own.failure} onDismiss={own.dismiss} />}
      {ended && <WrapUp call={call} notes={notes} />}
    </section>
  );
}

/** Ringing or talking time; in wrap-up the rest of the three minutes. */
function Timer({ call }: { call: Live }): ReactNode {
  const now = useServerSecond();
  if (call.endedAt === null)
    return (
      <time className="cb-timer ops-figures">
        {formatCountdown(Math.max(0, now - Date.parse(call.answeredAt ?? call.placedAt)))}
      </time>
    );
  const left = callLimits.wrapUpMs - (now - Date.parse(call.endedAt));
  return (
    <time
      className={`cb-timer ops-figures${left <= 0 ? ' ops-tone-danger' : left < 60_000 ? ' ops-tone-warn' : ''}`}
    >
      {formatCountdown(left)}
    </time>
  );
}

/** Notes typed while talking. */
function NotesField({ notes }: { notes: Notes }): ReactNode {
  const t = useCallTranslations();
  return (
    <input
      className="cb-notes"
      aria-label={t('notes')}
      placeholder={t('notesHint')}
      maxLength={callLimits.notes}
      value={notes.text}
      onBlur={notes.save}
      onChange={(event) => notes.put(event.currentTarget.value)}
    />
  );
}

const isPlain = (key: string): boolean => key.length === 1;

function Steps({ own, call }: { own: OwnCall; call: Live }): ReactNode {
  const t = useCallTranslations();
  const [handing, setHanding] = useState<'transfer' | 'conference' | null>(null);
  const { can, act, pending } = own;
  const held = call.stage === 'held';
  const steps = [
    {
      id: 'call.mute',
      keys: 'm',
      label: t(call.muted ? 'unmute' : 'mute'),
      on: can('MUTE'),
      run: () => void act('mute', { muted: !call.muted }),
    },
    {
      id: 'call.hold',
      keys: 'h',
      label: t(held ? 'resume' : 'hold'),
      on: can(held ? 'RESUME' : 'HOLD'),
      run: () => void act(held ? 'resume' : 'hold'),
    },
    {
      id: 'call.transfer',
      keys: 'Shift+T',
      label: t('transfer'),
      on: can('TRANSFER'),
      run: () => setHanding('transfer'),
    },
    {
      id: 'call.conference',
      keys: 'Shift+C',
      label: t('conference'),
      on: can('CONFERENCE'),
      run: () => setHanding('conference'),
    },
    {
      id: 'call.hangUp',
      keys: 'u',
      label: t(call.hangUpAsked ? 'hangingUp' : 'hangUp'),
      on: can('HANGUP') && !call.hangUpAsked,
      run: () => void act('hangUp'),
    },
  ];
  useCommands(
    steps.map(({ id, keys, label, on, run }) => ({
      id,
      keys,
      ...(isPlain(keys) ? { typingKeys: typingKeys(keys) } : {}),
      label,
      scope: 'panel' as const,
      permitted: on,
      run,
    })),
  );
  const shown = steps.filter(
    ({ on, id }) => on || (id === 'call.hangUp' && call.hangUpAsked && call.endedAt === null),
  );
  return (
    <span className="cb-steps">
      {can('CONSENT') && call.consent !== false && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          onClick={() => void act('recordConsent', { given: false })}
        >
          {t('refuseRecording')}
        </Button>
      )}
      {call.consent === false && <span className="ops-muted">{t('consentRefused')}</span>}
      {shown.map(({ id, keys, label, on, run }) => (
        <Button
          key={id}
          size="compact-sm"
          variant={id === 'call.hangUp' ? 'filled' : 'default'}
          color={id === 'call.hangUp' ? 'danger' : 'accent'}
          disabled={!on || pending !== null}
          aria-keyshortcuts={isPlain(keys) ? bothKeys(keys) : keys}
          rightSection={<KeyHint keys={keys} />}
          onClick={run}
        >
          {label}
        </Button>
      ))}
      <TypingKeys
        keys={shown.filter(({ keys, on }) => on && isPlain(keys)).map(({ keys }) => keys.toUpperCase())}
      />
      {handing && <HandOver step={handing} pooId={call.pooId} own={own} onClose={() => setHanding(null)} />}
    </span>
  );
}
