import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode, SyntheticEvent } from 'react';
import { api, newKey } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import type { Failure } from '#web/live/failure.ts';
import { InlineError } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import '../form.css';
import { addFirstTranslations, useFirstTranslations } from './first-translations.ts';

addFirstTranslations();

const empty = {
  code: '',
  firstName: '',
  lastName: '',
  email: '',
  password: '',
  'place.vCode': '',
  'place.vName': '',
  'place.vCity': '',
};
type Name = keyof typeof empty;

/** Setup of a new installation: its first admin and first place, with the code printed on the terminal. */
export function FirstAccount({ onMade }: { onMade: (email: string) => void }): ReactNode {
  const t = useFirstTranslations();
  const [typed, setTyped] = useState(empty);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [pending, setPending] = useState(false);
  const [key] = useState(newKey);
  const complete = Object.entries(typed).every(([name, value]) => name === 'lastName' || value.trim() !== '');

  const submit = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (pending || !complete) return;
    setPending(true);
    setFailure(null);
    const { 'place.vCode': vCode, 'place.vName': vName, 'place.vCity': vCity, ...person } = typed;
    try {
      const made = await api.post<{ empid: number }>(
        '/access/first',
        { ...person, place: { vCode: vCode.toUpperCase(), vName, vCity } },
        { key },
      );
      toast({ text: t('made', { n: made.empid }), tone: 'ok', seconds: 15 });
      onMade(typed.email);
    } catch (error) {
      setFailure(failureOf(error));
    }
    setPending(false);
  };
  const bind = (name: Name) => ({
    name,
    value: typed[name],
    error: failure?.field === name ? failure.message : null,
    onChange: (event: { currentTarget: { value: string } }): void => {
      const { value } = event.currentTarget;
      setTyped((now) => ({ ...now, [name]: value }));
    },
    required: name !== 'lastName',
    withAsterisk: false,
  });
  const known = failure?.field !== undefined && failure.field in empty;

  return (
    <form className="sh-form" onSubmit={(event) => void submit(event)} noValidate>
      <h1>{t('title')}</h1>
      <p>{t('text')}</p>
      {failure && !known && <InlineError failure={failure} />}
      <TextInput label={t('code')} autoComplete="off" spellCheck={false} autoFocus {...bind('code')} />
      <h2>{t('you')}</h2>
      <TextInput label={t('firstName')} autoComplete="given-name" maxLength={50} {...bind('firstName')} />
      <TextInput label={t('lastName')} autoComplete="family-name" maxLength={50} {...bind('lastName')} />
      <TextInput label={t('email')} type="email" autoComplete="email" maxLength={100} {...bind('email')} />
      <PasswordInput
        label={t('password')}
        description={t('passwordHint')}
        autoComplete="new-password"
        {...bind('password')}
      />
      <h2>{t('place')}</h2>
      <TextInput label={t('placeCode')} maxLength={20} {...bind('place.vCode')} />
      <TextInput label={t('placeName')} maxLength={100} {...bind('place.vName')} />
      <TextInput label={t('placeCity')} maxLength={60} {...bind('place.vCity')} />
      <Button type="submit" loading={pending} disabled={!complete} fullWidth size="md">
        {t('make')}
      </Button>
    </form>
  );
}
