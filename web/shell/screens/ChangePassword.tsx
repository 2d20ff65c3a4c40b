import { Button, PasswordInput } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode, SyntheticEvent } from 'react';
import { api } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import type { Failure } from '#web/live/failure.ts';
import { InlineError } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import { useUnsaved } from '#web/parts/unsaved.ts';
import { useShell } from '../translations.ts';
import './screens.css';
import '../form.css';

const SHORTEST = 12;
const empty = { old: '', next: '', again: '' };

/** Current password, and the new one twice. Other sessions end when it is changed. */
export function ChangePassword(): ReactNode {
  const t = useShell();
  const [typed, setTyped] = useState(empty);
  const [tried, setTried] = useState(false);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  useUnsaved(typed.old + typed.next + typed.again !== '');
  const short = typed.next.length < SHORTEST ? t('passwordShort') : null;
  const differ = typed.next === typed.again ? null : t('passwordsDiffer');
  const field = (name: keyof typeof empty) => ({
    value: typed[name],
    onChange: (event: React.ChangeEvent<HTMLInputElement>) =>
      setTyped({ ...typed, [name]: event.currentTarget.value }),
    visibilityToggleButtonProps: { 'aria-label': t('showPassword') },
  });

  const submit = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    setTried(true);
    if (pending || short || differ || typed.old === '') return;
    setPending(true);
    setFailure(null);
    try {
      await api.put('/employee/api/v2/SignIn/changepassword', {
        oldPassword: typed.old,
        newPassword: typed.next,
      });
      setTyped(empty);
      setTried(false);
      toast({ text: t('passwordChanged'), tone: 'ok' });
    } catch (error) {
      setFailure(failureOf(error));
    }
    setPending(false);
  };

  const wrong = (name: string): string | null => (failure?.field === name ? failure.message : null);
  return (
    <form className="sh-form sh-narrow-page" onSubmit={(event) => void submit(event)} noValidate>
      {failure && !failure.field && <InlineError failure={failure} onDismiss={() => setFailure(null)} />}
      <PasswordInput
        label={t('oldPassword')}
        autoComplete="current-password"
        error={wrong('oldPassword')}
        {...field('old')}
      />
      <PasswordInput
        label={t('newPassword')}
        description={t('passwordRule')}
        autoComplete="new-password"
        error={wrong('newPassword') ?? (tried ? short : null)}
        {...field('next')}
      />
      <PasswordInput
        label={t('repeatPassword')}
        autoComplete="new-password"
        error={tried ? differ : null}
        {...field('again')}
      />
      <Button type="submit" loading={pending}>
        {t('changePassword')}
      </Button>
    </form>
  );
}
