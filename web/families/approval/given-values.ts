import { formatMoment } from '#web/locales/formats.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import type { Reason } from './stage.ts';

/** Values of a reason for display: instants as times. */
export function givenValues({ values = {} }: Reason): Readonly<Record<string, string>> {
  return values.at ? { ...values, at: formatMoment(values.at, serverClock.now()) } : values;
}
