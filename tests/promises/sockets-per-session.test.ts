import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { limits } from '#shared/core/limits.ts';
import { until } from '#tests/kit/feed-client.ts';
import { openTestHouse, type Person, type TestHouse } from '#tests/kit/house.ts';

const most = limits.socketsPerSession;
const asked = most + 4;

let test: TestHouse;
let person: Person;
beforeAll(async () => {
  test = await openTestHouse();
  person = await test.signIn('agent1');
});
afterAll(() => test?.close());

interface Line {
  settled: 'open' | 'refused' | null;
  why: string;
  close(): void;
}

function overSocketIo(as: Person): Line {
  const socket = io(test.url, {
    transports: ['websocket'],
    auth: { authtoken: as.token },
    extraHeaders: { cookie: as.cookie },
    forceNew: true,
    reconnection: false,
  });
  const line: Line = { settled: null, why: '', close: () => socket.disconnect() };
  socket.on('hello', () => (line.settled = 'open'));
  socket.on('connect_error', (error) => {
    line.settled = 'refused';
    line.why = error.message;
  });
  return line;
}

function overRaw(as: Person): Line {
  const ws = new WebSocket(`${test.url.replace('http', 'ws')}/ws/feeds`, { headers: { cookie: as.cookie } });
  const line: Line = { settled: null, why: '', close: () => ws.close() };
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
  const openOf = (lines: readonly Line[]): number => lines.filter((one) => one.settled === 'open').length;

  it.each(['one after the other', 'all at once'])('given more than the limit, when they connect %s, then only the limit is open', async (how) => {
    const lines: Line[] = [];
    for (let i = 0; i < asked; i += 1) {
      lines.push(open(person));
      if (how === 'one after the other') await until('it is answered', () => lines[i]!.settled !== null);
    }
    await until('all are answered', () => lines.every((one) => one.settled !== null));
    try {
      expect(openOf(lines)).toBe(most);
      expect(new Set(lines.filter((one) => one.settled === 'refused').map((one) => one.why))).toEqual(new Set([refusal]));
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
  });
});
