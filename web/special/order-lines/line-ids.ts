import { headOf } from '#shared/core/cut.ts';

/** Ids of lines to be created: the same for the same key. */
export function lineIds(): (key: string) => string {
  const ids = new Map<string, string>();
  return (key) => {
    const id = ids.get(key) ?? `n${headOf(crypto.randomUUID(), 8)}`;
    ids.set(key, id);
    return id;
  };
}
