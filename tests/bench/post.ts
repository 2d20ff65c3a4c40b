import { Agent, request } from 'node:http';
import { quantiles, type Quantiles } from './statistics.ts';

export interface Post {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}
export interface Posted {
  readonly done: number;
  readonly statuses: Readonly<Record<string, number>>;
  readonly effects: Readonly<Record<string, number>>;
  readonly ms: number;
  readonly ack: Quantiles;
}
/**
 * Posts as fast as the given concurrency allows, or at a fixed interval from an instant on, whether or not
 * the last was answered.
 */
export type Pace = { readonly atOnce: number } | { readonly from: number; readonly everyMs: number };

export async function postAll(posts: readonly Post[], url: string, pace: Pace): Promise<Posted> {
  const agent = new Agent({ keepAlive: true, maxSockets: 'atOnce' in pace ? pace.atOnce : 256 });
  const statuses: Record<string, number> = {};
  const effects: Record<string, number> = {};
  const waits: number[] = [];
  const now = (): number => performance.timeOrigin + performance.now();
  const began = now();
  const one = (post: Post, from: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const asked = request(
        url,
        {
          method: 'POST',
          agent,
          headers: {
            'content-type': 'application/json',
            'content-length': String(Buffer.byteLength(post.body)),
            ...post.headers,
          },
        },
        (answer) => {
          let text = '';
          answer
            .setEncoding('utf8')
            .on('data', (part: string) => {
              text += part;
            })
            .on('end', () => {
              waits.push(now() - from);
              statuses[String(answer.statusCode)] = (statuses[String(answer.statusCode)] ?? 0) + 1;
              const effect = /"effect":"(\w+)"/.exec(text)?.[1] ?? 'none';
              effects[effect] = (effects[effect] ?? 0) + 1;
              resolve();
            });
        },
      );
      asked.on('error', reject);
      asked.end(post.body);
    });
  if ('everyMs' in pace) {
    await Promise.all(
      posts.map(async (post, n) => {
        const due = pace.from + n * pace.everyMs;
        await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - now())));
        await one(post, due);
      }),
    );
  } else {
    let next = 0;
    const run = async (): Promise<void> => {
      while (next < posts.length) await one(posts[next++]!, now());
    };
    await Promise.all(Array.from({ length: pace.atOnce }, run));
  }
  agent.destroy();
  return { done: posts.length, statuses, effects, ms: now() - began, ack: quantiles(waits) };
}
