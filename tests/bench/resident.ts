/**
 * Resident bytes of this process and used bytes of its heap, after a last-resort collection that releases
 * free pages, so that growth becomes visible.
 */
export function resident(): { rss: number; heapUsed: number } {
  for (let n = 0; n < 3; n += 1)
    void globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  const { rss, heapUsed } = process.memoryUsage();
  return { rss, heapUsed };
}
