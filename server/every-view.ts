import type { FeedDef, ViewDef } from '#shared/core/view.ts';
import { accessViews } from './access/directory-views.ts';
import { allFeeds } from './registers.ts';
import { serviceViews } from './services/views.ts';
import { askedPollsView } from './sources/asked-polls.ts';

/** Every view whose rows a house folds and keeps, each once: those behind its feeds, and those that only its own parts read. */
export function everyView(feeds: ReadonlyMap<string, FeedDef> = allFeeds()): readonly ViewDef[] {
  return [...new Set<ViewDef>([...[...feeds.values()].map((feed) => feed.view), ...accessViews, ...serviceViews, askedPollsView])];
}
