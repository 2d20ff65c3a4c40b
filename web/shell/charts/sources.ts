import { needOf } from '#shared/access/guard.ts';
import type { Permission } from '#shared/core/permission.ts';
import type { Language } from '#shared/core/translations.ts';
import { appointmentViewNeed } from '#shared/streams/leads/appointment/state.ts';
import type { Me } from '../me.ts';
import { verdict } from '../me.ts';
import { pages } from '../pages.ts';

/** A live list for charts; `words` is the namespace of its column labels. */
export interface Source {
  readonly feed: string;
  readonly title: string;
  readonly translations: string;
  /** The list that shows its rows. */
  readonly path: string;
}

const attendance: Permission = 'HR/attendanceDetails:view';
/** Lists this person may open, without duplicates. */
export function sourcesOf(
  me: Me,
  language: Language,
  own: { readonly attendance: string; readonly appointments: string },
): readonly Source[] {
  const listed = [...pages.values()]
    .filter(
      (page) =>
        page.feed !== null && /^(queue|approvals)\//.test(page.feed) && verdict(me, needOf(page.screen)).ok,
    )
    .map((page): Source => ({
      feed: page.feed!,
      title: page.title[language],
      translations: page.feed!.slice(page.feed!.indexOf('/') + 1),
      path: page.path,
    }));
  const more: Source[] = [];
  if (verdict(me, attendance).ok)
    more.push({
      feed: 'attendance/board',
      title: own.attendance,
      translations: 'attendance',
      path: '/HR/attendanceDetails',
    });
  if (verdict(me, appointmentViewNeed).ok)
    more.push({
      feed: 'appointments/list',
      title: own.appointments,
      translations: 'appointment',
      path: '/outBound/pharamLeadFixSalesApp',
    });
  return [...new Map([...listed, ...more].map((source) => [source.feed, source])).values()];
}
