import { FeedClient, until } from '#tests/kit/feed-client.ts';
import type { Person } from '#tests/kit/server.ts';
import type { Bench } from './bench.ts';

/**
 * Correctness before figures: real clients on the feed while single changes and batches go through the same
 * path; each must end with the server's rows, without a gap, and none may have applied a frame twice. Returns
 * the error, or null.
 */
export async function gate(bench: Bench, port: number, conflating: boolean): Promise<string | null> {
  const [session] = (
    await bench.relay().request<{ cookie: string; token: string }[]>('sessions', 3_020)
  ).slice(-1);
  const person = { cookie: session!.cookie, token: session!.token } as Person;
  const clients = await Promise.all(
    Array.from({ length: 4 }, () =>
      new FeedClient(`http://127.0.0.1:${port}`, person, 'queue/bench').ready(),
    ),
  );
  try {
    let frames = 0;
    for (const count of [1, 25, 1, 1, 7, 1, 60, 1, 1, 2]) {
      await bench.relay().request('change', count);
      frames += 1;
    }
    const { hash } = await bench.relay().request<{ hash: string }>('state');
    await until(
      'all clients are equal to the server',
      () => clients.every((client) => client.hash() === hash),
      10_000,
    );
    const gaps = clients.reduce((n, client) => n + client.gaps, 0);
    if (gaps > 0) return `${gaps} gaps`;
    if (!conflating && clients.some((client) => client.deltas !== frames))
      return `a client took ${clients.map((client) => client.deltas).join(', ')} frames where ${frames} were sent`;
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    for (const client of clients) client.close();
  }
}
