import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode, SyntheticEvent } from 'react';
import { api } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import type { Failure } from '#web/live/failure.ts';
import { InlineError } from '#web/parts/states.tsx';
import { promptMe, useMe } from '../me.ts';
import { useShell } from '../translations.ts';
import '../form.css';

const route = '/access/second-factor';

/** An authenticator app as second factor: enabled with the password and a code, disabled with both. */
export function SecondStep(): ReactNode {
  const t = useShell();
  const { secondFactor } = useMe();
  const [setup, setSetup] = useState<{ secret: string; uri: string } | null>(null);
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const on = secondFactor === 'on';

  const command = async (work: () => Promise<unknown>): Promise<void> => {
    setPending(true);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      setFailure(failureOf(error));
    }
    setPending(false);
  };
  const begin = (event: SyntheticEvent): void => {
    event.preventDefault();
    void command(async () => {
      setSetup(await api.post<{ secret: string; uri: string }>(`${route}/enrol`, { password }));
      setPassword('');
    });
  };
  const finish = (event: SyntheticEvent): void => {
    event.preventDefault();
    void command(async () => {
      await (on ? api.post(`${route}/remove`, { code, password }) : api.post(`${route}/verify`, { code }));
      setSetup(null);
      setCode('');
      setPassword('');
      await promptMe();
    });
  };

  const again = (
    <PasswordInput
      label={t('password')}
      autoComplete="current-password"
      w={220}
      value={password}
      onChange={(event) => setPassword(event.currentTarget.value)}
      error={failure?.field === 'password' ? failure.message : null}
      visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
    />
  );

  return (
    <section>
      <h2>{t('settings.security')}</h2>
      <p className="ops-muted">{t(on ? 'settings.secondOn' : 'settings.secondOff')}</p>
      {failure && failure.field !== 'password' && (
        <InlineError failure={failure} onDismiss={() => setFailure(null)} />
      )}
      {!on && !setup && (
        <form className="sh-inline-form" onSubmit={begin}>
          {again}
          <Button type="submit" variant="default" loading={pending} disabled={password === ''}>
            {t('setUp')}
          </Button>
        </form>
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
          {on && again}
          <TextInput
            label={t('code')}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value.replace(/\D/g, ''))}
          />
          <Button
            type="submit"
            variant={on ? 'light' : 'filled'}
            color={on ? 'danger' : 'accent'}
            loading={pending}
            disabled={code.length !== 6 || (on && password === '')}
          >
            {t(on ? 'settings.secondRemove' : 'continue')}
          </Button>
        </form>
      )}
    </section>
  );
}
