import type { ReactNode } from 'react';
import { NavLink } from 'react-router-dom';
import { IconCalendar, IconChartBar, IconInbox, IconMessage, IconUserCircle } from '#web/parts/icons.ts';
import { Badge } from './Badge.tsx';
import type { iconPages, MenuItem } from './menu.ts';

const icons: Readonly<Record<(typeof iconPages)[number], typeof IconInbox>> = {
  '/inbox': IconInbox,
  '/calendar': IconCalendar,
  '/chat': IconMessage,
  '/charts': IconChartBar,
  '/profile/overview': IconUserCircle,
};
const known = (path: string): path is keyof typeof icons => path in icons;

/** Icon items: one's own pages, each an icon with its name as tooltip; `named` writes the names below. */
export function IconItems({
  items,
  label,
  named,
}: {
  items: readonly MenuItem[];
  label: string;
  named: boolean;
}): ReactNode {
  return (
    <ul aria-label={label}>
      {items.map((item) => {
        const Icon = known(item.state) ? icons[item.state] : IconChartBar;
        return (
          <li key={item.state}>
            <NavLink caseSensitive to={item.state} className="sh-nav-icon" title={item.tooltip}>
              <Icon size={18} stroke={1.6} aria-hidden="true" />
              <span className={named ? 'sh-narrow-name' : 'ops-hidden'}>{item.name}</span>
              {item.badges?.map(({ feed }) => (
                <Badge key={feed} feed={feed} most={99} />
              ))}
            </NavLink>
          </li>
        );
      })}
    </ul>
  );
}
