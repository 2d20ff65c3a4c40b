import { createClient } from 'redis';
import { awayOnce } from '#shared/core/away-once.ts';

const clientOf = (url: string) =>
  createClient({ url, pingInterval: 10_000, socket: { connectTimeout: 10_000, socketTimeout: 30_000 } });

export interface RedisConnection {
  readonly client: ReturnType<typeof clientOf>;
  /** True as soon as commands can be sent; false when that took longer than `ms`. */
  within(ms: number): Promise<boolean>;
  close(): void;
}

/** A connection to Redis that blocks nobody: it reconnects by itself and reports an outage once. */
export function openRedisConnection(url: string, onError: (error: unknown) => void): RedisConnection {
  const client = clientOf(url);
  const onFault = awayOnce(onError);
  let closed = false;
  client.on('error', (error) => onFault.fault(error));
  client.on('ready', onFault.back);
  const connecting = client.connect().catch((error: unknown) => {
    if (!closed) onError(error);
  });
  return {
    client,
    async within(ms) {
      const until = performance.now() + ms;
      while (!client.isReady && performance.now() < until)
        await Promise.race([connecting, new Promise((resolve) => setTimeout(resolve, 20))]);
      return client.isReady;
    },
    close() {
      closed = true;
      if (client.isOpen) client.destroy();
    },
  };
}
