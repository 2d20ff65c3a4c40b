import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode, SyntheticEvent } from 'react';
import { headOf } from '#shared/core/cut.ts';
import { api } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import type { Failure } from '#web/live/failure.ts';
import { InlineError } from '#web/parts/states.tsx';
import { useWall } from './translations.ts';
import { keepDevice } from './device.ts';
import '../form.css';

const CODE = 8;

/** Pairs this screen with a code created by an admin. */
export function Pairing({
  revoked,
  onPaired,
}: {
  revoked: boolean;
  onPaired: (token: string) => void;
}): ReactNode {
  const t = useWall();
  const [code, setCode] = useState('');
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const submit = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (pending || code.length < CODE) return;
    setPending(true);
    setFailure(null);
    try {
      const { authtoken } = await api.post<{ authtoken: string }>('/access/pairing/claim', { code });
      keepDevice(authtoken);
      onPaired(authtoken);
    } catch (error) {
      setFailure(failureOf(error));
      setPending(false);
    }
  };
  return (
    <main className="wall wall-pairing">
      <form className="sh-form" onSubmit={(event) => void submit(event)}>
        <h1>{t('wall.pair')}</h1>
        <p>{revoked ? t('wall.revoked') : t('wall.pairText')}</p>
        {failure && <InlineError failure={failure} onDismiss={() => setFailure(null)} />}
        <TextInput
          label={t('wall.code')}
          size="xl"
          value={code}
          autoFocus
          autoComplete="off"
          spellCheck={false}
          maxLength={CODE + 1}
          onChange={(event) =>
            setCode(headOf(event.currentTarget.value.toUpperCase().replace(/[^A-Z0-9]/g, ''), CODE))
          }
          classNames={{ input: 'wall-code' }}
        />
        <Button type="submit" size="lg" loading={pending} disabled={code.length < CODE}>
          {t('wall.doPair')}
        </Button>
      </form>
    </main>
  );
}
