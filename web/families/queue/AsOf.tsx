import { Button, Popover } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { businessDay, clockTime } from '#shared/core/day.ts';
import { IconArrowBackUp, IconHistory } from '#web/parts/icons.ts';
import { formatInstant } from '#web/locales/formats.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import { WhenField } from '#web/parts/field/WhenField.tsx';
import { useQueueTranslations } from './translations.ts';

const HOUR = 3_600_000;
const local = (at: number): string => `${businessDay(at)}T${clockTime(at)}`;

/** Shows the list as of an instant in the past, read-only, with one way back. */
export function AsOf({ at, onGo }: { at: string | null; onGo: (at: string | null) => void }): ReactNode {
  const t = useQueueTranslations();
  const [opened, setOpened] = useState(false);
  const [typed, setTyped] = useState('');
  const [bad, setBad] = useState(false);
  const go = (instant: number): void => {
    if (Number.isNaN(instant) || instant > serverClock.now()) return setBad(true);
    setOpened(false);
    onGo(new Date(instant).toISOString());
  };
  const open = (next: boolean): void => {
    if (next) setTyped(local(at ? Date.parse(at) : serverClock.now() - HOUR));
    setBad(false);
    setOpened(next);
  };
  const morning = Date.parse(`${businessDay(serverClock.now())}T09:00:00+05:30`);
  if (at) {
    return (
      <span className="qu-past">
        <IconHistory size={14} aria-hidden="true" />{' '}
        <b className="ops-figures">{t('asOfBadge', { time: formatInstant(at) })}</b>
        <Button
          size="compact-xs"
          variant="light"
          leftSection={<IconArrowBackUp size={14} />}
          onClick={() => onGo(null)}
        >
          {t('asOfBack')}
        </Button>
      </span>
    );
  }
  return (
    <Popover opened={opened} onChange={open} position="bottom-end" withinPortal trapFocus>
      <Popover.Target>
        <Button
          variant="subtle"
          color="accent"
          leftSection={<IconHistory size={14} />}
          onClick={() => open(!opened)}
          aria-expanded={opened}
        >
          {t('asOf')} <b className="qu-now">{t('asOfNow')}</b>
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          className="qu-asof"
          onSubmit={(event) => {
            event.preventDefault();
            go(Date.parse(`${typed}:00+05:30`));
          }}
        >
          <strong className="ops-strong">{t('asOfTitle')}</strong>
          <span className="qu-presets">
            {[1, 4].map((hours) => (
              <Button
                key={hours}
                size="compact-xs"
                variant="default"
                onClick={() => go(serverClock.now() - hours * HOUR)}
              >
                {t('asOfAgo', { hours })}
              </Button>
            ))}
            {morning < serverClock.now() && (
              <Button size="compact-xs" variant="default" onClick={() => go(morning)}>
                {t('asOfMorning')}
              </Button>
            )}
          </span>
          <WhenField
            label={t('asOfWhen')}
            value={typed}
            error={null}
            max={businessDay(serverClock.now())}
            onChange={(value) => {
              setTyped(value);
              setBad(false);
            }}
          />
          {bad && (
            <p className="ops-tone-danger" role="alert">
              {t('asOfBad')}
            </p>
          )}
          <Button type="submit">{t('asOfShow')}</Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
