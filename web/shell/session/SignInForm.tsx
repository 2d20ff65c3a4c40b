import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode, SyntheticEvent } from 'react';
import type { Failure } from '#web/live/failure.ts';
import { InlineError } from '#web/parts/states.tsx';
import { useShell } from '../translations.ts';
import { signIn, signInWithCode, signInWithNewPassword } from './sign-in.ts';
import type { SignInStep } from './sign-in.ts';
import '../form.css';

export interface SignInFormProps {
  readonly loginParam: string;
  /** The person whose work is behind the form; another person gets a fresh page. */
  readonly expected?: number | null;
  readonly loginId?: string;
  readonly onIn: () => void;
}

/** Name and password, then a code where the role requires one. Input is kept after a refusal. */
export function SignInForm({
  loginParam,
  expected = null,
  loginId: given = '',
  onIn,
}: SignInFormProps): ReactNode {
  const t = useShell();
  const [loginId, setLoginId] = useState(given);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [own, setOwn] = useState('');
  const [step, setStep] = useState<Extract<SignInStep, { step: 'code' | 'setUp' | 'newPassword' }> | null>(
    null,
  );
  const [failure, setFailure] = useState<Failure | null>(null);
  const [pending, setPending] = useState(false);

  const submit = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (pending) return;
    setPending(true);
    setFailure(null);
    const result = await (step === null
      ? signIn(loginId.trim(), password, loginParam, expected)
      : step.step === 'newPassword'
        ? signInWithNewPassword(step.ticket, own, loginParam, expected)
        : signInWithCode(step.ticket, code, loginParam, expected));
    setPending(false);
    if (result.step === 'in') return onIn();
    if (result.step === 'refused') {
      setFailure(result.failure);
      if (result.failure.code === 'ticketUsedOrExpired') setStep(null);
      return undefined;
    }
    setCode('');
    return setStep(result);
  };

  const ready =
    step === null
      ? loginId.trim() !== '' && password !== ''
      : step.step === 'newPassword'
        ? own.length >= 12
        : code.length === 6;

  return (
    <form className="sh-form" onSubmit={(event) => void submit(event)} noValidate>
      {failure && <InlineError failure={failure} />}
      {step === null && (
        <>
          <TextInput
            size="md"
            label={t('loginId')}
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            value={loginId}
            onChange={(event) => setLoginId(event.currentTarget.value)}
            data-autofocus={given === '' || undefined}
            autoFocus={given === ''}
            required
            withAsterisk={false}
          />
          <PasswordInput
            size="md"
            label={t('password')}
            name="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            data-autofocus={given !== '' || undefined}
            autoFocus={given !== ''}
            required
            withAsterisk={false}
            visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
          />
        </>
      )}
      {step?.step === 'setUp' && (
        <div className="sh-setup">
          <h2>{t('setUp')}</h2>
          <p>{t('setUpText')}</p>
          <code className="ops-code sh-secret">{step.secret.replace(/(.{4})/g, '$1 ').trim()}</code>
          <a href={step.uri}>otpauth://</a>
        </div>
      )}
      {step?.step === 'newPassword' && (
        <PasswordInput
          size="md"
          label={t('newPassword')}
          description={t('ownPasswordText')}
          name="new-password"
          autoComplete="new-password"
          value={own}
          onChange={(event) => setOwn(event.currentTarget.value)}
          autoFocus
          data-autofocus
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
        />
      )}
      {step && step.step !== 'newPassword' && (
        <TextInput
          size="md"
          label={t('code')}
          description={t('codeHint')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value.replace(/\D/g, ''))}
          autoFocus
          data-autofocus
        />
      )}
      <Button type="submit" loading={pending} disabled={!ready} fullWidth size="md">
        {step ? t('continue') : t('signIn')}
      </Button>
    </form>
  );
}
