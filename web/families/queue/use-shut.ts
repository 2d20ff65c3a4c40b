import { useMemo } from 'react';
import type { QueueDef } from '#shared/families/queue.ts';
import type { QueueRow } from '#shared/families/queue-row.ts';
import { usePerson } from '#web/live/person.ts';
import { callingDayOf, useCallingSetup } from '#web/parts/call/use-calling-setup.ts';
import { formatMoment } from '#web/locales/formats.ts';
import { useTranslations } from '#web/locales/translations.ts';
import { useQueueTranslations } from './translations.ts';

/** Why rows of this queue cannot be called now, in words; undefined where rows are not called. */
export function useShut(def: QueueDef): ((row: QueueRow, now: number) => string | null) | undefined {
  const { empId } = usePerson();
  const { shut } = def;
  const setup = useCallingSetup(shut !== undefined);
  const call = useTranslations('call').t;
  const item = useTranslations('queueitem').t;
  const t = useQueueTranslations();
  return useMemo(() => {
    if (!shut) return undefined;
    return (row, now) => {
      const no = shut(row, { now, empId, day: callingDayOf(setup, row.pooId) });
      if (!no) return null;
      const opens = no.details?.['opens'] ?? no.details?.['until'];
      if (typeof opens === 'string') return t('opens', { time: formatMoment(opens, now) });
      const values = {
        ...no.details,
        ...(no.code === 'ownersTurn' ? { time: formatMoment(String(no.details?.['time']), now) } : {}),
      };
      const said = call(no.code, values);
      return said === no.code ? item(no.code, values) : said;
    };
  }, [shut, empId, setup, call, item, t]);
}
