import { Button, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { CommandAnswer } from '#shared/wire.ts';
import { useCommand } from '#web/live/use-command.ts';
import { InlineError } from '#web/parts/states.tsx';
import { usePanelTranslations } from './translations.ts';

export interface OtpProps {
  readonly id: string | null;
  readonly sentBefore: boolean;
  /** The answer of a code sent from elsewhere on the screen. */
  readonly sentNow: CommandAnswer | null;
  readonly off: string | null;
  /**
   * Called before a code is sent, so that it goes to the current number; resolves with the id, null on
   * failure.
   */
  readonly prepare?: () => Promise<string | null>;
  readonly onUnsaved?: (unsaved: boolean) => void;
  readonly onChanged: (version: number | null) => void;
}

/** The one-time code that verifies the phone: sent, then typed in as the applicant reads it out. */
export function Otp({ id, sentBefore, sentNow, off, prepare, onUnsaved, onChanged }: OtpProps): ReactNode {
  const t = usePanelTranslations();
  const send = useCommand('signup', 'sendOtp');
  const check = useCommand('signup', 'verifyOtp');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [code, setCode] = useState('');
  useEffect(() => {
    if (sentNow) setSentTo(String(sentNow['maskedPhone'] ?? ''));
  }, [sentNow]);
  useEffect(() => {
    onUnsaved?.(code !== '');
    return () => onUnsaved?.(false);
  }, [code, onUnsaved]);
  const sent = sentTo !== null || sentBefore;
  const command = async (): Promise<void> => {
    check.dismiss();
    const to = prepare ? await prepare() : id;
    if (to === null) return;
    const answer = await send.run(to);
    if (answer) setSentTo(String(answer['maskedPhone'] ?? ''));
    onChanged(answer?.version ?? null);
  };
  const verify = async (): Promise<void> => {
    if (id === null || !/^\d{6}$/.test(code)) return;
    const answer = await check.run(id, { code });
    if (answer) setCode('');
    onChanged(answer?.version ?? null);
  };
  const failure = check.failure ?? send.failure;
  return (
    <div className="su-otp">
      <form
        className="su-line"
        onSubmit={(event) => {
          event.preventDefault();
          void verify();
        }}
      >
        <Button
          variant="default"
          size="compact-sm"
          loading={send.pending}
          disabled={off !== null}
          title={off ?? undefined}
          onClick={() => void command()}
        >
          {sent ? t('sendAgain') : t('sendCode')}
        </Button>
        {sent && (
          <>
            <TextInput
              aria-label={t('code')}
              placeholder="000000"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={6}
              value={code}
              disabled={off !== null}
              classNames={{ input: 'su-code ops-code' }}
              onChange={(event) => setCode(event.currentTarget.value.replace(/\D/g, ''))}
            />
            <Button
              type="submit"
              size="compact-sm"
              loading={check.pending}
              disabled={off !== null || code.length !== 6}
            >
              {t('check')}
            </Button>
          </>
        )}
        {sentTo && <span className="ops-muted">{t('sentTo', { phone: sentTo })}</span>}
      </form>
      {failure && (
        <InlineError
          failure={failure}
          onDismiss={() => {
            check.dismiss();
            send.dismiss();
          }}
        />
      )}
    </div>
  );
}
