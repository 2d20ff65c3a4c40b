import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { EmptyState } from '#web/parts/states.tsx';
import { IconLock } from '#web/parts/icons.ts';
import { Badge } from '../menu/Badge.tsx';
import type { MenuItem } from '../menu/menu.ts';
import { areaPage, linksOf } from '../menu/menu.ts';
import { useMenu } from '../menu/use-menu.ts';
import { useShell } from '../translations.ts';
import './screens.css';

/** Areas that belong to a larger one in the menu. */
const within: Readonly<Record<string, string>> = { '/customerVisit': '/outBound' };

/** An area's overview page: everything one may open in it, by section. */
export function AreaScreen(): ReactNode {
  const t = useShell();
  const { pathname } = useLocation();
  const menu = useMenu();
  const area = menu.find((item) => item.icon && areaPage(item.icon) === (within[pathname] ?? pathname));
  const own = (item: MenuItem): boolean => !within[pathname] || item.state.startsWith(`${pathname}/`);
  const links = area ? linksOf(area.sub ?? []).filter(own) : [];
  if (!area || links.length === 0)
    return (
      <EmptyState
        title={t('nothingHere', { area: area?.name ?? '' })}
        mark={<IconLock size={28} stroke={1.5} />}
      >
        {t('nothingHereText')}
      </EmptyState>
    );
  const sections = (area.sub ?? []).some((item) => item.type === 'dropDown')
    ? (area.sub ?? [])
    : [{ ...area, name: '' }];
  return (
    <div className="sh-area">
      {sections.map((section) => {
        const entries = linksOf(section.sub ?? []).filter(own);
        return entries.length === 0 ? null : (
          <section key={section.state}>
            {section.name && <h2>{section.name}</h2>}
            <ul>
              {entries.map((item) => (
                <li key={item.state}>
                  <Link to={item.state}>{item.name}</Link>
                  {item.badges?.map(({ feed }) => (
                    <Badge key={feed} feed={feed} />
                  ))}
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
