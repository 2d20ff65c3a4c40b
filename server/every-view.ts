import type { FeedDef, ViewDef } from '#shared/core/view.ts';
import { accessViews } from './access/directory-views.ts';
import { allFeeds, allMasters, allReports, allSearches } from './registers.ts';
import { masterRowsView } from './families/master/rows-view.ts';
import { reportViews } from './families/report/model-view.ts';
import { searchRowsView } from './families/search/rows-view.ts';
import { serviceViews } from './services/views.ts';
import { askedPollsView } from './sources/asked-polls.ts';
import type { SqlViewDef } from './views/sql-view.ts';

/** Every view whose rows a house folds and keeps, each once: those behind its feeds, and those that only its own parts read. */
export function everyView(feeds: ReadonlyMap<string, FeedDef> = allFeeds()): readonly ViewDef[] {
  return [...new Set<ViewDef>([...[...feeds.values()].map((feed) => feed.view), ...accessViews, ...serviceViews, askedPollsView])];
}

/** The lists that are too long for memory, in tables of their own. */
export function everySqlView(): readonly SqlViewDef[] {
  return [masterRowsView(allMasters()), searchRowsView(allSearches()), ...reportViews(allReports())];
}
