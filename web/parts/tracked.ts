/** Marks a promise as React's `use` does, so that what has come is there at the first drawing instead of after a skeleton. */
export function tracked<T>(promise: Promise<T>): Promise<T> {
  const told = promise as Promise<T> & { status?: 'pending' | 'fulfilled' | 'rejected'; value?: T; reason?: unknown };
  told.status = 'pending';
  promise.then(
    (value) => {
      told.status = 'fulfilled';
      told.value = value;
    },
    (reason: unknown) => {
      told.status = 'rejected';
      told.reason = reason;
    },
  );
  return promise;
}
