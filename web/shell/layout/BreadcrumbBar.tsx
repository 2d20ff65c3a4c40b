import { useLocation, useMatches, Link } from 'react-router-dom';
import type { ReactNode } from 'react';
import { IconChevronRight } from '#web/parts/icons.ts';
import { useLanguage } from '#web/locales/translations.ts';
import { storedDesignation } from '../session/hints.ts';
import { useSessionStatus } from '../me.ts';
import { areaOf, areaPage, sectionOf } from '../menu/menu.ts';
import type { Page } from '../pages.ts';
import { isBuilt } from '../pages.ts';
import { useShell } from '../translations.ts';
import type { ShellKey } from '../translations.ts';
import type { Crumb } from './crumbs.ts';
import { fillParams } from './crumbs.ts';
import { useLayout } from './settings.ts';

/** People with this stored designation see no breadcrumb (specification §6). */
export const designationWithoutBreadcrumb = 92;

function useCrumbs(): readonly Crumb[] {
  const t = useShell();
  const language = useLanguage();
  const leaf = useMatches().at(-1);
  const page = (leaf?.handle as { page?: Page } | undefined)?.page;
  if (!page) return [];
  const area = areaOf(page);
  const to = area ? areaPage(area) : null;
  const crumbs: Crumb[] =
    area && area !== 'Dashboard' ? [{ name: t(`area.${area}`), to: to && isBuilt(to) ? to : null }] : [];
  const section = t(`section.${sectionOf(page)}` as ShellKey);
  if (area && area !== 'Dashboard' && section !== crumbs[0]?.name) crumbs.push({ name: section, to: null });
  return [...crumbs, { name: fillParams(page.title[language], leaf?.params ?? {}), to: null }];
}

/** Title and breadcrumb of the current page. */
export function BreadcrumbBar(): ReactNode {
  const t = useShell();
  const { breadcrumb, useBreadcrumb } = useLayout();
  useSessionStatus();
  useLocation();
  const crumbs = useCrumbs();
  if (!useBreadcrumb || crumbs.length === 0 || storedDesignation() === designationWithoutBreadcrumb)
    return null;
  const last = crumbs.at(-1)!;
  return (
    <div className="sh-crumbs">
      {breadcrumb === 'title' && (
        <p className="sh-crumbs-title" aria-hidden="true">
          {last.name}
        </p>
      )}
      <nav
        aria-label={t('whereAmI')}
        className={breadcrumb === 'title' && crumbs.length === 1 ? 'ops-hidden' : undefined}
      >
        <ol>
          {crumbs.map((crumb, index) => (
            <li
              key={`${crumb.name} ${index === crumbs.length - 1 ? 'last' : ''}`}
              aria-current={index === crumbs.length - 1 ? 'page' : undefined}
            >
              {index > 0 && <IconChevronRight size={12} aria-hidden="true" className="sh-nav-arrow" />}
              {crumb.to ? <Link to={crumb.to}>{crumb.name}</Link> : <span>{crumb.name}</span>}
            </li>
          ))}
        </ol>
      </nav>
    </div>
  );
}
