/** Bytes of memory this process has been given, and of its heap in use, after the collector's last resort: free pages are given back, so that what grows can be seen. */
export function resident(): { rss: number; heapUsed: number } {
  for (let n = 0; n < 3; n += 1) void globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  const { rss, heapUsed } = process.memoryUsage();
  return { rss, heapUsed };
}
