import { openBareSockets } from './bare-sockets.ts';
import { serveWorker } from './process.ts';
import { resident } from './resident.ts';

/**
 * A server of WebSockets and nothing else. If it had loaded the app as well, its connections would reuse
 * memory freed after loading.
 */
serveWorker({
  bare: async (frameBytes: number) => (await openBareSockets(frameBytes)).port,
  memory: resident,
});
