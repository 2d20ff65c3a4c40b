import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { limits } from '#shared/core/limits.ts';
import { until } from '#tests/kit/feed-client.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';

const most = limits.socketsPerSession;
const requested = most + 4;

let test: TestServer;
let person: Person;
beforeAll(async () => {
  test = await openTestServer();
  person = await test.signIn('agent1');
});
afterAll(() => test?.close());

interface Connection {
  settled: 'open' | 'refused' | null;
  why: string;
  close(): void;
}

function overSocketIo(as: Person): Connection {
  const socket = io(test.url, {
    transports: ['websocket'],
    auth: { authtoken: as.token },
    extraHeaders: { cookie: as.cookie },
    forceNew: true,
    reconnection: false,
  });
  const line: Connection = { settled: null, why: '', close: () => socket.disconnect() };
  socket.on('hello', () => (line.settled = 'open'));
  socket.on('connect_error', (error) => {
    line.settled = 'refused';
    line.why = error.message;
  });
  return line;
}

function overRaw(as: Person): Connection {
  const ws = new WebSocket(`${test.url.replace('http', 'ws')}/ws/feeds`, { headers: { cookie: as.cookie } });
  const line: Connection = { settled: null, why: '', close: () => ws.close() };
  ws.on('open', () => ws.send(JSON.stringify({ type: 'hello', authtoken: as.token })));
  ws.on('message', () => (line.settled = 'open'));
  ws.on('close', (code) => {
    line.settled = 'refused';
    line.why = String(code);
  });
  return line;
}

describe.each([
  ['Socket.IO', overSocketIo, 'tooManySockets'],
  ['raw WebSocket', overRaw, '4001'],
])('sockets of one session over %s', (_name, open, refusal) => {
  const openOf = (lines: readonly Connection[]): number =>
    lines.filter((one) => one.settled === 'open').length;

  it.each(['one after the other', 'all at once'])(
    'given more than the limit, when they connect %s, then only the limit is open',
    async (how) => {
      const lines: Connection[] = [];
      for (let i = 0; i < requested; i += 1) {
        lines.push(open(person));
        if (how === 'one after the other') await until('it is answered', () => lines[i]!.settled !== null);
      }
      await until('all are answered', () => lines.every((one) => one.settled !== null));
      try {
        expect(openOf(lines)).toBe(most);
        expect(new Set(lines.filter((one) => one.settled === 'refused').map((one) => one.why))).toEqual(
          new Set([refusal]),
        );
        const colleague = open(await test.signIn('agent2'));
        lines.push(colleague);
        await until('the other session is answered', () => colleague.settled !== null);
        expect(colleague.settled).toBe('open');
      } finally {
        for (const line of lines) line.close();
      }
      await until('a closed one makes room', async () => {
        const next = open(person);
        await until('it is answered', () => next.settled !== null);
        next.close();
        return next.settled === 'open';
      });
    },
  );
});
