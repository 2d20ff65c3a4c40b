import { needOf } from '#shared/access/guard.ts';
import type { Permission } from '#shared/core/permission.ts';
import type { Language } from '#shared/core/words.ts';
import { appointmentViewNeed } from '#shared/streams/leads/appointment/state.ts';
import type { Me } from '../me.ts';
import { verdict } from '../me.ts';
import { pages } from '../pages.ts';

/** A live list that a chart can be made of; `words` is the namespace of its column names. */
export interface Source {
  readonly feed: string;
  readonly title: string;
  readonly words: string;
}

const attendance: Permission = 'HR/attendanceDetails:view';
/** The lists this person may open, once each. */
export function sourcesOf(me: Me, language: Language, own: { readonly attendance: string; readonly appointments: string }): readonly Source[] {
  const listed = [...pages.values()]
    .filter((page) => page.feed !== null && /^(queue|approvals)\//.test(page.feed) && verdict(me, needOf(page.screen)).ok)
    .map((page): Source => ({ feed: page.feed!, title: page.title[language], words: page.feed!.slice(page.feed!.indexOf('/') + 1) }));
  const more: Source[] = [];
  if (verdict(me, attendance).ok) more.push({ feed: 'attendance/board', title: own.attendance, words: 'attendance' });
  if (verdict(me, appointmentViewNeed).ok) more.push({ feed: 'appointments/list', title: own.appointments, words: 'appointment' });
  return [...new Map([...listed, ...more].map((source) => [source.feed, source])).values()];
}
