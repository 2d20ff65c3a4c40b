import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';

export interface BareSockets {
  readonly port: number;
  close(): void;
}

/** A WebSocket server that sends each client one ready frame of that many bytes, or nothing. */
export async function openBareSockets(frameBytes: number): Promise<BareSockets> {
  const http = createServer();
  const wss = new WebSocketServer({ server: http, perMessageDeflate: false });
  const frame = frameBytes > 0 ? Buffer.alloc(frameBytes, 'x') : null;
  wss.on('connection', (ws) => {
    if (frame) ws.send(frame, { binary: false });
  });
  http.listen(0, '127.0.0.1', 4_096);
  await once(http, 'listening');
  return {
    port: (http.address() as AddressInfo).port,
    close() {
      wss.close();
      http.closeAllConnections();
      http.close();
    },
  };
}
