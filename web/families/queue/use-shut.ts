import { useMemo } from 'react';
import type { QueueDef } from '#shared/families/queue.ts';
import type { QueueRow } from '#shared/families/queue-row.ts';
import { usePerson } from '#web/live/person.ts';
import { callingDayOf, useCallingSetup } from '#web/parts/call/use-calling-setup.ts';
import { formatMoment } from '#web/locales/formats.ts';
import { useTranslations } from '#web/locales/translations.ts';
import { givenNow } from './next-item.ts';
import { useQueueTranslations } from './translations.ts';

/** A row that a lead gave to somebody is not somebody else's turn. */
const turnCodes: readonly string[] = ['ownersTurn', 'notYetDue'];

/** Why a row cannot be taken now, in words: it waits for somebody else, or may not be called. */
export function useShut(def: QueueDef): (row: QueueRow, now: number) => string | null {
  const { empId } = usePerson();
  const { shut } = def;
  const setup = useCallingSetup(shut !== undefined);
  const call = useTranslations('call').t;
  const item = useTranslations('queueitem').t;
  const t = useQueueTranslations();
  return useMemo(() => {
    return (row, now) => {
      const given = givenNow(row, now);
      if (given && given.empId !== empId)
        return item('assignedToOther', { name: given.name, time: formatMoment(given.until, now) });
      const no = shut?.(row, { now, empId, day: callingDayOf(setup, row.pooId) });
      if (!no || (given && turnCodes.includes(no.code))) return null;
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
