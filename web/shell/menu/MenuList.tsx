import { useState } from 'react';
import type { ReactNode } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import { IconChevronRight } from '#web/parts/icons.ts';
import { Badge } from './Badge.tsx';
import { includes } from './holds.ts';
import { areaIcons } from './icons.ts';
import type { MenuItem } from './menu.ts';

function Badges({ item }: { item: MenuItem }): ReactNode {
  return item.badges?.map(({ feed }) => <Badge key={feed} feed={feed} />);
}

/** `exact`: other entries of its list are below its own address, so it is current only there. */
function Entry({ item, level, exact }: { item: MenuItem; level: number; exact: boolean }): ReactNode {
  const Icon = item.icon ? areaIcons[item.icon] : null;
  if (item.type === 'extLink')
    return (
      <a
        href={item.state}
        target="_blank"
        rel="noopener noreferrer"
        className="sh-nav-row"
        data-level={level}
        title={item.tooltip}
      >
        <span className="sh-nav-name">{item.name}</span>
      </a>
    );
  return (
    <NavLink
      caseSensitive
      to={item.state}
      end={exact}
      className="sh-nav-row"
      data-level={level}
      title={item.tooltip}
    >
      {Icon && <Icon size={18} stroke={1.6} aria-hidden="true" />}
      <span className="sh-nav-name">{item.name}</span>
      <Badges item={item} />
    </NavLink>
  );
}

/** A group that expands in place; the one with the current page is open initially. */
function Branch({ item, level }: { item: MenuItem; level: number }): ReactNode {
  const { pathname } = useLocation();
  const here = includes(item, decodeURI(pathname));
  const [chosen, setChosen] = useState<boolean | null>(null);
  const [was, setWas] = useState(here);
  if (was !== here) {
    setWas(here);
    if (here) setChosen(null);
  }
  const open = chosen ?? here;
  const Icon = item.icon ? areaIcons[item.icon] : null;
  return (
    <>
      <button
        type="button"
        className="sh-nav-row"
        data-level={level}
        data-here={here || undefined}
        aria-expanded={open}
        onClick={() => setChosen(!open)}
      >
        {Icon && <Icon size={18} stroke={1.6} aria-hidden="true" />}
        <span className="sh-nav-name">{item.name}</span>
        {!open && <Badges item={item} />}
        <IconChevronRight size={14} className="sh-nav-arrow" aria-hidden="true" />
      </button>
      {open && <List items={item.sub ?? []} level={level + 1} />}
    </>
  );
}

/** Navigation entries and groups, nested. */
export function List({ items, level }: { items: readonly MenuItem[]; level: number }): ReactNode {
  return (
    <ul className="sh-nav-list" data-level={level}>
      {items.map((item) => (
        <li
          key={`${item.type} ${item.state}`}
          aria-hidden={item.type === 'separator' || undefined}
          className={item.type === 'separator' ? 'sh-nav-line' : undefined}
        >
          {item.type === 'dropDown' ? (
            <Branch item={item} level={level} />
          ) : item.type === 'separator' ? null : (
            <Entry
              item={item}
              level={level}
              exact={items.some((other) => other.state.startsWith(`${item.state}/`))}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
