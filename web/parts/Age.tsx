import type { ReactNode } from 'react';
import { formatAge, formatAgo, formatCountdown, formatInstant } from '#web/locales/formats.ts';
import { useServerSecond } from '#web/locales/server-clock.ts';
import { useLanguage } from '#web/locales/translations.ts';

/** Time since an instant, ticking by the server clock; the exact time on hover. */
export function Age({ at, long = false }: { at: string; long?: boolean }): ReactNode {
  const now = useServerSecond();
  const language = useLanguage();
  const passed = now - Date.parse(at);
  return (
    <time className="ops-figures ops-nowrap" dateTime={at} title={formatInstant(at)}>
      {long ? formatAgo(passed, language) : formatAge(passed)}
    </time>
  );
}

export type Urgency = 'ok' | 'warn' | 'danger';

/** Urgency of a deadline: danger past `breachAt`, warn past `warnAt`. */
export function urgencyOf(
  now: number,
  warnAt: string | null | undefined,
  breachAt: string | null | undefined,
): Urgency {
  if (breachAt && now >= Date.parse(breachAt)) return 'danger';
  if (warnAt && now >= Date.parse(warnAt)) return 'warn';
  return 'ok';
}

/** Time left until an instant, coloured by urgency. */
export function Countdown({ until, warnAt }: { until: string; warnAt?: string | null }): ReactNode {
  const now = useServerSecond();
  const urgency = urgencyOf(now, warnAt, until);
  return (
    <time
      className={`ops-figures ops-nowrap${urgency === 'ok' ? '' : ` ops-tone-${urgency}`}`}
      dateTime={until}
      title={formatInstant(until)}
    >
      {formatCountdown(Date.parse(until) - now)}
    </time>
  );
}

/** The server's time of day, ticking. */
export function Clock(): ReactNode {
  const now = useServerSecond();
  return (
    <time className="ops-figures" dateTime={new Date(now).toISOString()}>
      {formatInstant(now)}
    </time>
  );
}
