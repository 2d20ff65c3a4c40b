import { z } from 'zod';
import { limits } from '#shared/core/limits.ts';
import type { FeedOpen } from '#shared/wire.ts';

/** What a console may say over Socket.IO, looked at before anything is done with it. */
export const feedClose = z.object({ feed: z.string().max(100) });
export const presenceFrame = z.object({ feed: z.string().max(100), id: z.string().max(100), state: z.enum(['viewing', 'editing', 'gone']) });
export const heartbeatFrame = z.object({ items: z.array(z.string().max(200)).max(50) });

/** By hand, because thousands ask at once when a house comes back. */
export function isFeedOpen(frame: unknown): frame is FeedOpen {
  if (typeof frame !== 'object' || frame === null) return false;
  const { feed, epoch, seq } = frame as Readonly<Record<string, unknown>>;
  return (
    typeof feed === 'string' &&
    feed.length <= 100 &&
    (epoch === undefined || (typeof epoch === 'string' && epoch.length <= 64)) &&
    (seq === undefined || (typeof seq === 'number' && Number.isFinite(seq)))
  );
}

/** The feeds that a connecting packet asks for; null when it asks for what cannot be meant. */
export function feedsOf(asked: unknown): readonly FeedOpen[] | null {
  if (asked === undefined) return noFeeds;
  return Array.isArray(asked) && asked.length <= limits.feedsWithConnect && asked.every(isFeedOpen) ? asked : null;
}

export const noFeeds: readonly FeedOpen[] = [];
