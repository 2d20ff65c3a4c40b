import { Popover } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import { areaIcons } from './icons.ts';
import type { MenuItem } from './menu.ts';
import { List } from './MenuList.tsx';
import { includes } from './holds.ts';

/** Icons with or without names; a group's entries open beside it. */
export function NarrowItem({ item, named }: { item: MenuItem; named: boolean }): ReactNode {
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  const Icon = item.icon ? areaIcons[item.icon] : null;
  const here = includes(item, decodeURI(pathname));
  const face = (
    <>
      {Icon && <Icon size={20} stroke={1.6} aria-hidden="true" />}
      <span className={named ? 'sh-narrow-name' : 'ops-hidden'}>{item.name}</span>
    </>
  );
  if (item.type === 'link')
    return (
      <NavLink
        caseSensitive
        to={item.state}
        className="sh-narrow"
        data-here={here || undefined}
        title={named ? undefined : item.name}
      >
        {face}
      </NavLink>
    );
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="right-start"
      width={264}
      withinPortal
      trapFocus
      returnFocus
      offset={4}
    >
      <Popover.Target>
        <button
          type="button"
          className="sh-narrow"
          data-here={here || undefined}
          title={named ? undefined : item.name}
          aria-haspopup="true"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {face}
        </button>
      </Popover.Target>
      <Popover.Dropdown
        className="sh-flyout"
        onClick={(event) => (event.target as HTMLElement).closest('a') && setOpen(false)}
      >
        <strong className="sh-flyout-head">{item.name}</strong>
        <List items={item.sub ?? []} level={1} />
      </Popover.Dropdown>
    </Popover>
  );
}
