/** Batches single calls: what is requested while an earlier batch is running goes together in the next. */
export function gather<T, R>(
  run: (items: readonly T[]) => Promise<readonly R[]>,
  most = 500,
): (item: T) => Promise<R> {
  interface Waiting {
    readonly item: T;
    readonly done: (result: R) => void;
    readonly failed: (error: unknown) => void;
  }
  let waiting: Waiting[] = [];
  let running = false;

  const round = async (): Promise<void> => {
    running = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, most);
      waiting = waiting.slice(most);
      try {
        const results = await run(batch.map((one) => one.item));
        batch.forEach((one, i) => one.done(results[i]!));
      } catch (error) {
        for (const one of batch) one.failed(error);
      }
    }
    running = false;
  };

  return (item) =>
    new Promise<R>((done, failed) => {
      waiting.push({ item, done, failed });
      if (!running) {
        running = true;
        queueMicrotask(() => void round());
      }
    });
}
