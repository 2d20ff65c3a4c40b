import { z } from 'zod';
import * as texts from '#shared/core/texts.ts';
import { limits } from '#shared/core/limits.ts';
import type { FeedOpen } from '#shared/wire.ts';

/** The frames a client may send over Socket.IO, validated before use. */
export const feedClose = z.object({ feed: texts.token().max(100) });
export const presenceFrame = z.object({
  feed: texts.token().max(100),
  id: texts.token().max(100),
  state: z.enum(['viewing', 'editing', 'gone']),
});
export const heartbeatFrame = z.object({ items: z.array(texts.token().max(200)).max(50) });

/** Validated by hand, because thousands of clients open feeds at once after a restart. */
export function isFeedOpen(frame: unknown): frame is FeedOpen {
  if (typeof frame !== 'object' || frame === null) return false;
  const { feed, epoch, seq, pages, after } = frame as Readonly<Record<string, unknown>>;
  return (
    typeof feed === 'string' &&
    feed.length <= 100 &&
    (epoch === undefined || (typeof epoch === 'string' && epoch.length <= 64)) &&
    (seq === undefined || (typeof seq === 'number' && Number.isFinite(seq))) &&
    (pages === undefined || typeof pages === 'boolean') &&
    (after === undefined || isIds(after))
  );
}

const isIds = (ids: unknown): boolean =>
  Array.isArray(ids) &&
  ids.length <= limits.idsAfter &&
  ids.every((id) => typeof id === 'string' && id.length <= 200);

/** The feeds requested by a connect packet; null when it is malformed. */
export function feedsOf(requested: unknown): readonly FeedOpen[] | null {
  if (requested === undefined) return noFeeds;
  return Array.isArray(requested) &&
    requested.length <= limits.feedsWithConnect &&
    requested.every(isFeedOpen)
    ? requested
    : null;
}

export const noFeeds: readonly FeedOpen[] = [];
