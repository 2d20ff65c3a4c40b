import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { api } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import type { Failure } from '#web/live/failure.ts';
import { InlineError } from '#web/parts/states.tsx';
import { askMe, useMe } from '../me.ts';
import { useShell } from '../words.ts';
import '../form.css';

const door = '/access/second-factor';

/** An authenticator app as the second step of sign-in: set up, proven with a code, taken away with a code. */
export function SecondStep(): ReactNode {
  const t = useShell();
  const { secondFactor } = useMe();
  const [setup, setSetup] = useState<{ secret: string; uri: string } | null>(null);
  const [code, setCode] = useState('');
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const on = secondFactor === 'on';

  const order = async (work: () => Promise<unknown>): Promise<void> => {
    setPending(true);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      setFailure(failureOf(error));
    }
    setPending(false);
  };
  const begin = (): Promise<void> => order(async () => setSetup(await api.post<{ secret: string; uri: string }>(`${door}/enrol`, {})));
  const finish = (event: FormEvent): void => {
    event.preventDefault();
    void order(async () => {
      await api.post(`${door}/${on ? 'remove' : 'verify'}`, { code });
      setSetup(null);
      setCode('');
      await askMe();
    });
  };

  return (
    <section>
      <h2>{t('settings.security')}</h2>
      <p className="ops-muted">{t(on ? 'settings.secondOn' : 'settings.secondOff')}</p>
      {failure && <InlineError failure={failure} onDismiss={() => setFailure(null)} />}
      {!on && !setup && (
        <Button variant="default" loading={pending} onClick={() => void begin()}>
          {t('setUp')}
        </Button>
      )}
      {setup && (
        <div className="sh-setup">
          <p>{t('setUpText2')}</p>
          <code className="ops-code sh-secret">{setup.secret.replace(/(.{4})/g, '$1 ').trim()}</code>
          <a href={setup.uri}>otpauth://</a>
        </div>
      )}
      {(on || setup) && (
        <form className="sh-inline-form" onSubmit={finish}>
          <TextInput
            label={t('code')}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value.replace(/\D/g, ''))}
          />
          <Button type="submit" variant={on ? 'light' : 'filled'} color={on ? 'danger' : 'accent'} loading={pending} disabled={code.length !== 6}>
            {t(on ? 'settings.secondRemove' : 'continue')}
          </Button>
        </form>
      )}
    </section>
  );
}
