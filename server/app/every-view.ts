import type { FeedDef, ViewDef } from '#shared/core/view.ts';
import { accessViews } from '../access/directory-views.ts';
import {
  allDocuments,
  allFeeds,
  allMasters,
  allReports,
  allSearches,
  allStreams,
} from '../core/registers.ts';
import { documentRowsView } from '../families/document/rows-view.ts';
import { masterRowsView } from '../families/master/rows-view.ts';
import { reportViews } from '../families/report/model-view.ts';
import { searchRowsView } from '../families/search/rows-view.ts';
import { patientPlacesView } from '../services/care-files.ts';
import { serviceViews } from '../services/views.ts';
import { glassView } from '../special/care/care-access.ts';
import { careTables } from '../special/care/care-tables.ts';
import { requestedPollsView } from '../sources/requested-polls.ts';
import { stockView } from '../special/stock/stock-view.ts';
import type { SqlViewDef } from '../views/sql-view.ts';

/**
 * Every view that the app folds and stores, each once: those behind its feeds, and those that only its own
 * parts read.
 */
export function everyView(feeds: ReadonlyMap<string, FeedDef> = allFeeds()): readonly ViewDef[] {
  return [
    ...new Set<ViewDef>([
      ...[...feeds.values()].map((feed) => feed.view),
      ...accessViews,
      ...serviceViews,
      requestedPollsView,
      glassView,
      patientPlacesView,
    ]),
  ];
}

/** The lists that are too long for memory, in SQL tables. */
export function everySqlView(): readonly SqlViewDef[] {
  return [
    masterRowsView(allMasters()),
    searchRowsView(allSearches()),
    ...reportViews(allReports()),
    careTables(allStreams()),
    documentRowsView(allDocuments()),
    stockView,
  ];
}
