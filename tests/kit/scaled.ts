/** The variables by which `npm run scaled` passes external servers to the test servers. */
export const scaledDatabaseName = 'OPS_TEST_SCALED_DATABASE';
export const scaledRedisName = 'OPS_TEST_SCALED_REDIS';

/** The additional environment of a test server: nothing, or the Redis of a scaled run. */
export function scaledEnv(): Record<string, string> {
  const redis = process.env[scaledRedisName];
  return redis ? { REDIS_URL: redis } : {};
}
