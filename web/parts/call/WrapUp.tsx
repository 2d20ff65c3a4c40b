import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { DispositionCode } from '#shared/streams/calls/call/dispositions.ts';
import { offeredCodes } from '#shared/streams/calls/call/dispositions.ts';
import { callLimits } from '#shared/streams/calls/call/limits.ts';
import { usePerson } from '#web/live/person.ts';
import { useAttempt } from '#web/live/use-attempt.ts';
import { useCommands } from '#web/parts/commands/use-commands.ts';
import { KeyHint } from '#web/parts/KeyHint.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import { formatCountdown } from '#web/locales/formats.ts';
import { useTranslations } from '#web/locales/translations.ts';
import { dispositionBody, missingFields, needOf, nothingTyped, visitBody, type Typed } from './disposing.ts';
import { NeedFields } from './NeedFields.tsx';
import { useCallingSetup } from './use-calling-setup.ts';
import type { Notes } from './use-notes.ts';
import type { OwnCall } from './use-own-call.ts';
import { bothKeys, TypingKeys, typingKeys } from './TypingKeys.tsx';
import { useCallTranslations } from './translations.ts';

const fields = ['notes', 'nextAt', 'reasonId', 'customerId', 'language', 'code'];

/** The end of a call: number keys choose, and an outcome without inputs is saved at once. */
export function WrapUp({ call, notes }: { call: NonNullable<OwnCall['call']>; notes: Notes }): ReactNode {
  const t = useCallTranslations();
  const say = useTranslations('call').t;
  const setup = useCallingSetup();
  const { primaryPooId } = usePerson();
  const [code, setCode] = useState<DispositionCode | null>(null);
  const [rest, setRest] = useState<Typed>(nothingTyped);
  const typed = { ...rest, notes: notes.text };
  const [tried, setTried] = useState(false);
  const [booked, setBooked] = useState<number | null>(null);
  const { run, pending: saving, failure, dismiss } = useAttempt<true>();
  const codes = offeredCodes(
    { purpose: call.purpose, connected: call.answeredAt !== null, talkSec: call.talkSec },
    callLimits.droppedSec,
  );
  const pooId = call.pooId ?? primaryPooId;
  const reason = setup?.reasons.find(({ id }) => String(id) === typed.reasonId);
  const missing = code === null ? [] : missingFields(code, typed, reason?.needsText ?? false);

  const save = async (chosen: DispositionCode): Promise<void> => {
    setTried(true);
    if (saving || missingFields(chosen, typed, reason?.needsText ?? false).length > 0) return;
    const saved = await run(async ({ command }) => {
      const need = needOf(chosen);
      let appointmentId = booked;
      if ((need === 'setupAppointment' || need === 'salesAppointment') && appointmentId === null) {
        const visit = visitBody(chosen, typed, call.subject, pooId);
        appointmentId = Number((await command('appointment', 'new', 'bookAppointment', visit)).id);
        setBooked(appointmentId);
      }
      await command('call', call.id, 'dispositionCall', dispositionBody(chosen, typed, appointmentId));
      return true;
    });
    if (!saved) return;
    notes.done();
    toast({ text: t('saved', { ref: call.subjectRef, code: say(`disposition.${chosen}`) }), tone: 'ok' });
  };
  const choose = (chosen: DispositionCode): void => {
    setCode(chosen);
    setTried(false);
    dismiss();
    if (needOf(chosen) === null) void save(chosen);
  };
  useCommands([
    ...codes.slice(0, 9).map((one, at) => ({
      id: `call.disposition.${one}`,
      label: say(`disposition.${one}`),
      keys: String(at + 1),
      typingKeys: typingKeys(String(at + 1)),
      scope: 'panel' as const,
      run: () => choose(one),
    })),
    {
      id: 'call.save',
      label: t('save'),
      keys: '$mod+Enter',
      scope: 'panel' as const,
      inFields: true,
      permitted: code !== null,
      run: () => code && void save(code),
    },
  ]);
  const error = (field: string): string | null =>
    failure?.field === field ? failure.message : tried && missing.includes(field) ? t('required') : null;

  return (
    <div className="cb-wrap">
      <p className="cb-how">
        <b>{t('how')}</b>
        {call.answeredAt !== null && (
          <span className="ops-muted ops-figures">
            {' '}
            {t('talk', { time: formatCountdown(call.talkSec * 1000) })}
          </span>
        )}{' '}
        <TypingKeys keys={[`1–${Math.min(9, codes.length)}`]} />
      </p>
      <div className="cb-codes" role="group" aria-label={t('how')}>
        {codes.map((one, at) => (
          <Button
            key={one}
            size="compact-sm"
            variant={one === code ? 'filled' : 'default'}
            loading={saving && one === code}
            aria-keyshortcuts={at < 9 ? bothKeys(String(at + 1)) : undefined}
            rightSection={at < 9 ? <KeyHint keys={String(at + 1)} /> : undefined}
            onClick={() => choose(one)}
          >
            {say(`disposition.${one}`)}
          </Button>
        ))}
      </div>
      {codes.includes('INVALID_NUMBER') && (
        <p className="ops-muted">
          {call.otherMasked
            ? t('invalidOther', { code: say('disposition.INVALID_NUMBER'), phone: call.otherMasked })
            : t('invalidLast', { code: say('disposition.INVALID_NUMBER') })}
        </p>
      )}
      {code !== null && needOf(code) !== null && (
        <form
          className="cb-need"
          onSubmit={(event) => {
            event.preventDefault();
            void save(code);
          }}
        >
          <NeedFields
            code={code}
            typed={typed}
            pooId={pooId}
            setup={setup}
            error={error}
            onChange={({ notes: text, ...change }) => {
              if (text !== undefined) notes.put(text);
              setRest((now) => ({ ...now, ...change }));
            }}
          />
          <Button type="submit" loading={saving} rightSection={<KeyHint keys="$mod+Enter" />}>
            {t('save')}
          </Button>
        </form>
      )}
      {failure && !(failure.field && fields.includes(failure.field)) && (
        <InlineError failure={failure} onDismiss={dismiss} />
      )}
    </div>
  );
}
