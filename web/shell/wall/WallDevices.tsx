import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode, SyntheticEvent } from 'react';
import { walls } from 'virtual:walls';
import { api } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import type { Failure } from '#web/live/failure.ts';
import { useQuery } from '#web/live/query.ts';
import { Age } from '#web/parts/Age.tsx';
import { MultiField } from '#web/parts/field/choice-fields.tsx';
import { prompt } from '#web/parts/prompt.tsx';
import { FigureTable } from '#web/parts/FigureTable.tsx';
import { IconDeviceTv } from '#web/parts/icons.ts';
import { usePlaceName } from '#web/parts/place-names.ts';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { DeniedState, EmptyState, ErrorState, InlineError } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import { formatInstant, formatTime } from '#web/locales/formats.ts';
import { useLanguage } from '#web/locales/translations.ts';
import { useMe } from '../me.ts';
import { useWall } from './translations.ts';
import { addressOf, mostBoards } from './turns.ts';
import '../screens/screens.css';

interface Device {
  readonly id: string;
  readonly name: string;
  readonly kind: 'wall' | 'client';
  readonly poos: readonly number[] | null;
  readonly pairedAt: string;
  readonly seenAt: string | null;
}

/** Where admins pair and revoke wall screens. */
export function WallDevices(): ReactNode {
  const t = useWall();
  const me = useMe();
  const language = useLanguage();
  const placeName = usePlaceName();
  const [chosen, setChosen] = useState<readonly string[]>(walls.slice(0, 1).map((one) => one.name));
  const [places, setPlaces] = useState<readonly string[]>([]);
  const [name, setName] = useState('');
  const [made, setMade] = useState<{ code: string; expiresAt: string; address: string } | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [pending, setPending] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['access', 'devices'],
    queryFn: () => api.get<readonly Device[]>('/access/devices'),
    enabled: me.admin,
    refetchInterval: 15_000,
  });
  if (!me.admin) return <DeniedState />;

  const command = async (work: () => Promise<unknown>): Promise<void> => {
    setPending(true);
    setFailure(null);
    try {
      await work();
      await refetch();
    } catch (error_) {
      setFailure(failureOf(error_));
    }
    setPending(false);
  };
  const pair = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (name.trim().length < 2 || chosen.length === 0) return;
    void command(async () => {
      const pairing = await api.post<{ code: string; expiresAt: string }>('/access/pairing', {
        name: name.trim(),
        pooIds: places.length > 0 ? places.map(Number) : null,
      });
      setMade({ ...pairing, address: addressOf(chosen) });
      setName('');
    });
  };
  const revoke = async (device: Device): Promise<void> => {
    if (!(await prompt({ title: t('walls.revokeAsk', { name: device.name }), danger: true }))) return;
    await command(async () => {
      await api.delete(`/access/devices/${encodeURIComponent(device.id)}`);
      toast({ text: t('walls.revoked', { name: device.name }), tone: 'ok' });
    });
  };

  return (
    <div className="sh-settings">
      <p className="ops-muted">{t('walls.text')}</p>
      {failure && <InlineError failure={failure} onDismiss={() => setFailure(null)} />}
      <form className="sh-inline-form" onSubmit={pair}>
        <TextInput
          label={t('walls.name')}
          value={name}
          maxLength={60}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <MultiField
          label={t('walls.wall')}
          value={chosen}
          choices={walls
            .map((one) => ({ value: one.name, label: one.title[language] }))
            .toSorted((a, b) => a.label.localeCompare(b.label, language))}
          onChange={(names) => setChosen(names.slice(0, mostBoards))}
          error={chosen.length === 0 ? t('walls.wallMissing') : null}
        />
        <MultiField
          label={t('walls.places')}
          placeholder={places.length > 0 ? '' : t('walls.allPlaces')}
          value={places}
          choices={me.poos.map((poo) => ({ value: String(poo.id), label: poo.name }))}
          onChange={setPlaces}
        />
        <Button type="submit" loading={pending} disabled={name.trim().length < 2 || chosen.length === 0}>
          {t('walls.make')}
        </Button>
      </form>
      {made && (
        <div className="sh-pairing" role="status">
          <span>{t('walls.code')}</span>
          <strong className="ops-code">{made.code.replace(/(.{4})(?=.)/g, '$1 ')}</strong>
          <span className="ops-muted">
            {t('walls.codeUntil', { time: formatTime(made.expiresAt) })} {t('walls.address')}:{' '}
            <code className="ops-code">{`${location.origin}${made.address}`}</code>
          </span>
        </div>
      )}
      {error ? (
        <ErrorState failure={failureOf(error)} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton rows={3} />
      ) : data.length === 0 ? (
        <EmptyState title={t('walls.none')} mark={<IconDeviceTv size={28} stroke={1.5} />} />
      ) : (
        <FigureTable
          label={t('walls.title')}
          rows={data}
          id={(device) => device.id}
          columns={[
            { key: 'name', label: t('walls.name'), cell: (device) => device.name },
            {
              key: 'places',
              label: t('walls.places'),
              cell: (device) => device.poos?.map(placeName).join(', ') ?? t('walls.allPlaces'),
            },
            {
              key: 'paired',
              label: t('walls.paired'),
              cell: (device) => (
                <span className="ops-figures ops-nowrap">{formatInstant(device.pairedAt)}</span>
              ),
            },
            {
              key: 'seen',
              label: t('walls.seen'),
              cell: (device) => (device.seenAt ? <Age at={device.seenAt} long /> : '–'),
            },
            {
              key: 'revoke',
              label: t('walls.revoke'),
              act: true,
              cell: (device) => (
                <Button size="compact-xs" variant="light" color="danger" onClick={() => void revoke(device)}>
                  {t('walls.revoke')}
                </Button>
              ),
            },
          ]}
        />
      )}
    </div>
  );
}
