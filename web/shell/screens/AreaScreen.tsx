import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { finder } from '#shared/core/plain.ts';
import { useFrame, useLanguage } from '#web/locales/translations.ts';
import { IconLock, IconSearch } from '#web/parts/icons.ts';
import { EmptyState } from '#web/parts/states.tsx';
import { Badge } from '../menu/Badge.tsx';
import type { MenuItem } from '../menu/menu.ts';
import { areaPage, linksOf } from '../menu/menu.ts';
import { useMenu } from '../menu/use-menu.ts';
import { pages } from '../pages.ts';
import { useShell } from '../translations.ts';
import './screens.css';

/** From so many pages on they can be searched. */
const MANY = 20;

/** Areas that belong to a larger one in the menu. */
const within: Readonly<Record<string, string>> = { '/customerVisit': '/outBound' };

/** An area's overview page: everything one may open in it, by section. */
export function AreaScreen(): ReactNode {
  const t = useShell();
  const frame = useFrame();
  const language = useLanguage();
  const { pathname } = useLocation();
  const [find, setFind] = useState('');
  const menu = useMenu();
  const area = menu.find((item) => item.icon && areaPage(item.icon) === (within[pathname] ?? pathname));
  const own = (item: MenuItem): boolean => !within[pathname] || item.state.startsWith(`${pathname}/`);
  const links = area ? linksOf(area.sub ?? []).filter(own) : [];
  if (!area || links.length === 0)
    return (
      <EmptyState
        title={t('nothingHere', { area: area?.name ?? pages.get(pathname)?.title[language] ?? pathname })}
        mark={<IconLock size={28} stroke={1.5} />}
      >
        {t('nothingHereText')}
      </EmptyState>
    );
  const sections = (area.sub ?? []).some((item) => item.type === 'dropDown')
    ? (area.sub ?? [])
    : [{ ...area, name: '' }];
  const found = finder(find);
  const shown = (section: MenuItem): readonly MenuItem[] =>
    linksOf(section.sub ?? []).filter((item) => own(item) && found(`${item.name} ${section.name}`));
  return (
    <div className="sh-area">
      {links.length >= MANY && (
        <TextInput
          className="sh-area-find"
          type="search"
          aria-label={frame('search')}
          placeholder={frame('search')}
          value={find}
          leftSection={<IconSearch size={14} aria-hidden="true" />}
          onChange={(event) => setFind(event.currentTarget.value)}
        />
      )}
      {!sections.some((section) => shown(section).length > 0) && (
        <EmptyState
          title={frame('grid.noMatch')}
          actions={
            <Button variant="light" onClick={() => setFind('')}>
              {frame('grid.clearFilters')}
            </Button>
          }
        />
      )}
      {sections.map((section) => {
        const entries = shown(section);
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
