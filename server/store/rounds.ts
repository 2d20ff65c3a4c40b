/** Batches single lookups: keys requested while a batch is running go together in the next one. */
export function inRounds<V>(
  fetch: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>,
  atOnce = 2,
): (key: string) => Promise<V | undefined> {
  interface Requested {
    readonly answer: Promise<V | undefined>;
    readonly done: (answer: V | undefined) => void;
    readonly failed: (error: unknown) => void;
  }
  let waiting = new Map<string, Requested>();
  let under = 0;

  const round = async (): Promise<void> => {
    if (under >= atOnce || waiting.size === 0) return;
    const mine = waiting;
    waiting = new Map();
    under += 1;
    try {
      const all = await fetch([...mine.keys()]);
      for (const [key, one] of mine) one.done(all.get(key));
    } catch (error) {
      for (const one of mine.values()) one.failed(error);
    }
    under -= 1;
    void round();
  };

  return (key) => {
    let pending = waiting.get(key);
    if (!pending) {
      const { promise, resolve, reject } = Promise.withResolvers<V | undefined>();
      waiting.set(key, (pending = { answer: promise, done: resolve, failed: reject }));
      queueMicrotask(() => void round());
    }
    return pending.answer;
  };
}
