import * as registers from '#server/core/registers.ts';

/** The members of each register, in their sequence. */
export const lists = (): Readonly<Record<string, readonly string[]>> => ({
  masters: registers.allMasters().map(({ name, kind }) => name || kind),
  streams: [...registers.allStreams().keys()],
  policies: registers.allPolicies().map(({ name }) => name),
  queues: registers.allQueues().map(({ name }) => name),
  feeds: [...registers.allFeeds().keys()],
  walls: registers.allWalls().map(({ name }) => name),
  searches: registers.allSearches().map(({ kind }) => kind),
  screens: registers.allScreens().map(({ name }) => name),
});
