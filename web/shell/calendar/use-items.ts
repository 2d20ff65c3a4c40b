import { useMemo } from 'react';
import type { MasterPage } from '#shared/families/master-wire.ts';
import { api } from '#web/live/api.ts';
import { useQuery } from '#web/live/query.ts';
import type { Row } from '#web/live/rows.ts';
import { useFeed, useFeedRows } from '#web/live/use-feed.ts';
import type { Me } from '../me.ts';
import { verdict } from '../me.ts';
import type { BookedRow, Item, MarkRow, OwnRow } from './items.ts';
import { bookedItems, markItem, ownItem } from './items.ts';
import { useCalendarTranslations } from './translations.ts';

/** Live calendar items between two days; with `whose` all, including those of others the person may see. */
export function useItems(me: Me, whose: 'mine' | 'all', days: readonly string[]) {
  const t = useCalendarTranslations();
  const own = useFeedRows(useFeed<OwnRow>('calendar/me').rows);
  const booked = useFeed<BookedRow>('appointments/list');
  const bookedRows = useFeedRows(booked.rows);
  const marks = useFeedRows(useFeed<MarkRow>('calendar/marks').rows);
  const blocks = useTeamBlocks(me, whose === 'all', days);
  const items = useMemo((): readonly Item[] => {
    const titles: Readonly<Record<MarkRow['is'], (row: MarkRow) => string>> = {
      holiday: (row) => row.title,
      camp: (row) => row.title,
      block: () => t('blocked'),
      callback: (row) => t('callback', { ref: row.title }),
      lent: () => t('lent'),
    };
    return [
      ...own.map(ownItem),
      ...bookedRows
        .filter((row) => whose === 'all' || row.iAssignedTo === me.empId)
        .flatMap((row) => bookedItems(row, t(`kind.${row.vAppType}`), t('wish'))),
      ...marks
        .filter((row) => whose === 'all' || row.mine || row.is === 'camp')
        .map((row) => markItem(row, titles[row.is](row))),
      ...blocks.map(({ row, name }) => markItem(row, t('blockedFor', { name }))),
    ];
  }, [own, bookedRows, marks, blocks, whose, me.empId, t]);
  return { items, bookedRows, denied: booked.condition === 'denied' };
}

/** Blocked hours of others, for those who may see that list; reloaded when one changes. */
function useTeamBlocks(
  me: Me,
  on: boolean,
  days: readonly string[],
): readonly { readonly row: MarkRow; readonly name: string }[] {
  const inputs = on && verdict(me, 'Masters/employeeSlotBlock:view').ok;
  const changes = useFeed<Row>(inputs ? 'masters/employeeSlotBlock' : 'calendar/marks');
  useFeedRows(changes.rows);
  const { version } = changes.rows;
  const [first, last] = [days[0]!, days.at(-1)!];
  const { data } = useQuery<MasterPage>({
    queryKey: ['calendar blocks', first, last, inputs ? version : 0],
    enabled: inputs,
    placeholderData: (before) => before,
    queryFn: ({ signal }) =>
      api.get<MasterPage>('/masters-list/employeeSlotBlock', {
        query: { records: 500, filter: JSON.stringify({ dDate: { op: 'between', value: [first, last] } }) },
        signal,
      }),
  });
  return useMemo(
    () =>
      (inputs ? (data?.rows ?? []) : []).flatMap(({ id, fields }) => {
        if (fields.iEmpId === me.empId) return [];
        const [day, from, to] = [fields.dDate, fields.tFrom, fields.tTo].map(String) as [
          string,
          string,
          string,
        ];
        const row: MarkRow = {
          id: `of-${id}`,
          is: 'block',
          title: '',
          day,
          until: day,
          from,
          to,
          at: null,
          queue: null,
          row: null,
          mine: false,
        };
        return [
          {
            row,
            name: data?.labels[`employee:${String(fields.iEmpId)}`]?.name ?? `#${String(fields.iEmpId)}`,
          },
        ];
      }),
    [inputs, data, me.empId],
  );
}
