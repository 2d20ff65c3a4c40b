/** Names by which `npm run scaled` tells the kit of the servers outside on which its houses stand. */
export const scaledDatabaseName = 'OPS_TEST_SCALED_DATABASE';
export const scaledRedisName = 'OPS_TEST_SCALED_REDIS';

/** What a test house is told beside its own environment: nothing, or the Redis of a scaled run. */
export function scaledEnv(): Record<string, string> {
  const redis = process.env[scaledRedisName];
  return redis ? { REDIS_URL: redis } : {};
}
