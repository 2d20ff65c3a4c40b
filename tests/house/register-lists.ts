import * as registers from '#server/registers.ts';

/** What stands in which register, in its order. */
export const lists = (): Readonly<Record<string, readonly string[]>> => ({
  masters: registers.allMasters().map(({ name, kind }) => name || kind),
  streams: [...registers.allStreams().keys()],
  policies: registers.allPolicies().map(({ name }) => name),
  queues: registers.allQueues().map(({ name }) => name),
  feeds: [...registers.allFeeds().keys()],
  searches: registers.allSearches().map(({ kind }) => kind),
  screens: registers.allScreens().map(({ name }) => name),
});
