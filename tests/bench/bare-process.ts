import { openBareSockets } from './bare-sockets.ts';
import { serveWorker } from './process.ts';
import { resident } from './resident.ts';

/** A server of WebSockets and nothing else. One that had loaded the house as well would give its lines memory that the loading had freed. */
serveWorker({
  bare: async (frameBytes: number) => (await openBareSockets(frameBytes)).port,
  memory: resident,
});
