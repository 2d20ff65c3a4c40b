import { Button, Switch } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import type { Failure } from '#web/live/failure.ts';
import { useQuery, useQueryClient } from '#web/live/query.ts';
import { InlineError } from '#web/parts/states.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { toast } from '#web/parts/toast.tsx';
import { formatInstant } from '#web/locales/formats.ts';
import { useMe } from '../me.ts';
import { turnOff, turnOn, usePushState } from '../notices/push-here.ts';
import { allowSound, setSound, useSound } from '../notices/sound.ts';
import { useNoticeTranslations } from '../notices/translations.ts';
import { browserOf } from './browser-name.ts';

interface Device {
  readonly id: string;
  readonly userAgent: string;
  readonly madeAt: string;
  readonly sentAt: string | null;
  readonly current: boolean;
}
const known = ['push', 'subscriptions'];

/** Sound and push on this device, other registered devices, and a test. */
export function NoticeDevices(): ReactNode {
  const t = useNoticeTranslations();
  const me = useMe();
  const push = usePushState();
  const sound = useSound();
  const client = useQueryClient();
  const devices = useQuery({ queryKey: known, queryFn: () => api.get<Device[]>('/push/subscriptions') });
  const [busy, setBusy] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);

  const run = async (what: string, work: () => Promise<string | null>): Promise<void> => {
    setBusy(what);
    setFailure(null);
    try {
      const text = await work();
      if (text) toast({ text: text, tone: 'ok' });
    } catch (error) {
      setFailure(failureOf(error));
    } finally {
      setBusy(null);
      await client.invalidateQueries({ queryKey: known });
    }
  };
  const on = (): Promise<void> =>
    run('push', async () =>
      (await turnOn(me.empId, t('push.noService'))) === 'on' ? t('push.turnedOn') : null,
    );
  const off = (): Promise<void> =>
    run('push', async () => ((await turnOff()) === 'off' ? t('push.turnedOff') : null));
  const test = (): Promise<void> =>
    run('test', async () => {
      const { devices: count } = await api.post<{ devices: number }>('/push/test', {});
      return count > 0 ? t('testSent', { count }) : t('testPanel');
    });
  const end = (id: string): Promise<void> =>
    run(id, async () => {
      await api.delete(`/push/subscriptions/${id}`);
      return t('push.removed');
    });
  const others = (devices.data ?? []).filter((one) => !one.current);

  return (
    <div className="sh-devices">
      <div className="sh-device">
        <span>
          <strong>{t('sound')}</strong>
          <span className="ops-muted">
            {sound === 'blocked' ? <StatusWord tone="warn">{t('soundBlocked')}</StatusWord> : t('soundText')}
          </span>
        </span>
        {sound === 'blocked' ? (
          <Button size="compact-sm" variant="light" color="warn" onClick={() => void allowSound()}>
            {t('soundUnlock')}
          </Button>
        ) : (
          <Switch
            aria-label={t('sound')}
            checked={sound === 'on'}
            onChange={(event) => setSound(event.currentTarget.checked)}
          />
        )}
      </div>
      <div className="sh-device">
        <span>
          <strong>{t('devices')}</strong>
          <span className="ops-muted" role="status">
            {t(`push.${push}`)}
          </span>
        </span>
        {push === 'on' ? (
          <Button size="compact-sm" variant="default" loading={busy === 'push'} onClick={() => void off()}>
            {t('push.turnOff')}
          </Button>
        ) : (
          <Button
            size="compact-sm"
            variant="light"
            loading={busy === 'push'}
            disabled={push !== 'off'}
            onClick={() => void on()}
          >
            {t('push.turnOn')}
          </Button>
        )}
      </div>
      {others.length > 0 && (
        <>
          <strong>{t('push.elsewhere')}</strong>
          <ul className="sh-device-list">
            {others.map((one) => (
              <li key={one.id} className="sh-device">
                <span>
                  {browserOf(one.userAgent)}
                  <span className="ops-muted ops-figures">
                    {one.sentAt ? t('push.last', { time: formatInstant(one.sentAt) }) : t('push.never')}
                  </span>
                </span>
                <Button
                  size="compact-sm"
                  variant="subtle"
                  loading={busy === one.id}
                  onClick={() => void end(one.id)}
                >
                  {t('push.remove')}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      {failure && <InlineError failure={failure} onDismiss={() => setFailure(null)} />}
      {devices.error && (
        <InlineError failure={failureOf(devices.error)} onRetry={() => void devices.refetch()} />
      )}
      <div>
        <Button size="compact-sm" variant="default" loading={busy === 'test'} onClick={() => void test()}>
          {t('test')}
        </Button>
      </div>
    </div>
  );
}
