/**
 * Marks a promise as React's `use` does, so that a settled value is available at the first render instead of
 * after a skeleton.
 */
export function tracked<T>(promise: Promise<T>): Promise<T> {
  const shown = promise as Promise<T> & {
    status?: 'pending' | 'fulfilled' | 'rejected';
    value?: T;
    reason?: unknown;
  };
  shown.status = 'pending';
  promise.then(
    (value) => {
      shown.status = 'fulfilled';
      shown.value = value;
    },
    (reason: unknown) => {
      shown.status = 'rejected';
      shown.reason = reason;
    },
  );
  return promise;
}
