import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect } from 'node:net';
import { io } from 'socket.io-client';
import WebSocket from 'ws';
import { hashRows } from '#shared/core/hash.ts';
import { limits } from '#shared/core/limits.ts';
import type { Viewer } from '#shared/core/permission.ts';
import { endSessions } from '#tests/kit/end-sessions.ts';
import { signupArrives } from '#tests/kit/arriving-signup.ts';
import { FeedClient, until } from '#tests/kit/feed-client.ts';
import { whole } from '#tests/kit/sampled.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';

const queue = 'queue/signup-queue';
let t: TestServer;
let n = 5_000;

/** A new sign-up arrives from outside: one more row in the queue. */
async function arrives(pooId = 1): Promise<string> {
  n += 1;
  return signupArrives(t, n, pooId);
}

async function changes(id: string): Promise<void> {
  await t.server.handle({
    stream: `queueitem-signup-queue-${id}`,
    command: 'pin',
    input: { pinned: true },
    viewer: t.server.access.people.viewer(1, null)!,
    correlationId: 'test',
  });
}

function serverHash(person: Person, feed = queue): string {
  const viewer = t.server.access.people.viewer(person.empId, null) as Viewer;
  return hashRows(t.server.hub.rows(feed, viewer)!.rows.map((row) => [String(row['id']), row]));
}

const ways = [
  { way: 'the fast path', env: { SOCKET_FAST_PATH: 'yes' } },
  { way: 'what the libraries export', env: { SOCKET_FAST_PATH: 'no' } },
];

/** The gate takes the way that a server takes by itself. */
describe.each(whole ? ways : ways.slice(0, 1))('over $way', ({ env }) => {
  beforeAll(async () => {
    t = await openTestServer({ env });
  });
  afterAll(() => t?.close());

  describe('a feed', () => {
    test('runs over WebSocket only, with session and origin checked before anything is sent', async () => {
      const verifier = await t.signIn('verifier');
      const client = await new FeedClient(t.url, verifier, queue).ready();
      expect(client.socket.io.engine.transport.name).toBe('websocket');
      expect(client.mode).toBe('snapshot');
      client.close();
      const polled = await fetch(`${t.url}/socket.io/?EIO=4&transport=polling`, {
        headers: { cookie: verifier.cookie },
      });
      expect(polled.status).toBe(400);
      const attempt = (headers: Record<string, string>): Promise<string> =>
        new Promise((resolve) => {
          const ws = new WebSocket(`${t.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, {
            headers,
          });
          ws.on('message', (data) => {
            resolve(`open ${String(data).slice(0, 1)}`);
            ws.close();
          });
          ws.on('unexpected-response', (_request, response) => resolve(String(response.statusCode)));
          ws.on('error', () => resolve('refused'));
        });
      const host = new URL(t.url).host;
      for (const origin of [
        'https://evil.example',
        `http://${host}.evil.example`,
        `https://sub.${host}`,
        'null',
        `http://${host}0`,
      ])
        expect(await attempt({ cookie: verifier.cookie, origin }), origin).not.toMatch(/^open/);
      expect(await attempt({ origin: t.url })).not.toMatch(/^open/);
      expect(await attempt({ cookie: verifier.cookie, origin: t.url })).toBe('open 0');
      const halves = new FeedClient(t.url, { ...verifier, token: 'x'.repeat(43) }, queue);
      const output = await new Promise<string>((resolve) =>
        halves.socket.on('connect_error', (error) => resolve(error.message)),
      );
      expect(output).toBe('signedOut');
      halves.close();
    });

    test('sends a new row and its changes, row by row, and both hashes agree', async () => {
      const verifier = await t.signIn('verifier');
      const client = await new FeedClient(t.url, verifier, queue).ready();
      const before = client.rows.size;
      const id = await arrives();
      await until('the row is there', () => client.rows.has(id));
      expect(client.rows.size).toBe(before + 1);
      await changes(id);
      await until('hashes agree', () => client.hash() === serverHash(verifier));
      expect(client.gaps).toBe(0);
      client.close();
    });

    test('resumes after a cut with the missed changes, and is equal', async () => {
      const verifier = await t.signIn('verifier');
      const client = await new FeedClient(t.url, verifier, queue).ready();
      client.cut();
      await until('cut', () => !client.socket.connected);
      client.mode = undefined;
      const ids: string[] = [];
      for (let i = 0; i < 30; i += 1) ids.push(await arrives());
      await until('back', () => client.mode !== undefined);
      expect(client.mode).toBe('resume');
      await until('equal', () => client.hash() === serverHash(verifier));
      for (const id of ids) expect(client.rows.has(id)).toBe(true);
      client.close();
    });

    test('P11: a position that cannot be resumed gets a snapshot marked as such', async () => {
      const verifier = await t.signIn('verifier');
      const client = await new FeedClient(t.url, verifier, queue).ready();
      const good = { epoch: client.epoch!, seq: client.seq! };
      const request = async (frame: object): Promise<any> =>
        client.socket.emitWithAck('feed:open', { feed: queue, ...frame } as never);
      for (const frame of [
        { epoch: 'other', seq: good.seq },
        { epoch: good.epoch, seq: good.seq + 1e6 },
        { epoch: good.epoch, seq: 0 },
        { epoch: good.epoch, seq: -1 },
        { epoch: good.epoch, seq: 1.5 },
        { epoch: '', seq: 0 },
      ]) {
        expect(await request(frame), JSON.stringify(frame)).toMatchObject({
          ok: true,
          mode: 'snapshot',
          resync: true,
        });
      }
      expect(await request(good)).toMatchObject({ ok: true, mode: 'resume' });
      for (const garbage of [{ epoch: 7, seq: 'x' }, { seq: {} }, { feed: 5 }])
        expect((await request(garbage)).ok === false || (await request(garbage)).mode === 'snapshot').toBe(
          true,
        );
      expect(await client.socket.emitWithAck('feed:open', { feed: 'queue/none' } as never)).toMatchObject({
        ok: false,
        code: 'unknownFeed',
      });
      client.close();
    });

    test('feeds requested in the connect packet are answered before the greeting, each like a request of its own', async () => {
      const [verifier, store] = [await t.signIn('verifier'), await t.signIn('store')];
      const client = await new FeedClient(t.url, verifier, queue).ready();
      const at = { epoch: client.epoch!, seq: client.seq! };
      client.close();
      const id = await arrives();
      const connect = async (person: typeof verifier, feeds: unknown): Promise<any[][]> => {
        const socket = io(t.url, {
          transports: ['websocket'],
          forceNew: true,
          reconnection: false,
          auth: { authtoken: person.token, feeds },
          extraHeaders: { cookie: person.cookie },
        });
        const received: any[][] = [];
        await new Promise<void>((resolve) => {
          socket.onAny((...frame) => {
            received.push(frame);
            if (frame[0] === 'hello') resolve();
          });
          socket.on('connect_error', (error) => {
            received.push(['refused', error.message]);
            resolve();
          });
        });
        socket.disconnect();
        return received;
      };
      const received = await connect(verifier, [
        { feed: queue, ...at },
        { feed: 'case/signup' },
        { feed: 'queue/none' },
      ]);
      expect(received.slice(0, 4).map(([event]) => event)).toEqual([
        'feed:opened',
        'feed:opened',
        'feed:opened',
        'hello',
      ]);
      expect(received[0]![1]).toMatchObject({ feed: queue, ok: true, mode: 'resume', epoch: at.epoch });
      expect(received[0]![1].changes.map((change: any) => change.id)).toContain(id);
      expect(received[1]![1]).toMatchObject({ feed: 'case/signup', ok: true, mode: 'snapshot' });
      expect(received[2]![1]).toMatchObject({ feed: 'queue/none', ok: false, code: 'unknownFeed' });
      // P15: a position grants nothing that the person may not see.
      expect((await connect(store, [{ feed: queue, ...at }]))[0]![1]).toMatchObject({
        feed: queue,
        ok: false,
        code: 'forbidden',
      });
      for (const garbage of [
        'x',
        7,
        {},
        [{ feed: 5 }],
        [null],
        Array.from({ length: limits.feedsWithConnect + 1 }, () => ({ feed: queue })),
      ])
        expect((await connect(verifier, garbage)).at(-1), JSON.stringify(garbage).slice(0, 50)).toEqual([
          'refused',
          'badFormat',
        ]);
    });

    test('a frame that arrives partly before the connection is established is read to its end', async () => {
      const verifier = await t.signIn('verifier');
      const frame = (text: string): Buffer => {
        const mask = Buffer.from([1, 2, 3, 4]);
        const body = Buffer.from(text).map((byte, i) => byte ^ mask[i % 4]!);
        const head =
          body.length < 126
            ? Buffer.from([0x81, 0x80 | body.length])
            : Buffer.from([0x81, 0xfe, body.length >> 8, body.length & 255]);
        return Buffer.concat([head, mask, body]);
      };
      const { hostname, port } = new URL(t.url);
      const line = connect(Number(port), hostname);
      let received = '';
      line.setEncoding('latin1').on('data', (text: string) => {
        received += text;
      });
      line.write(
        `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nCookie: ${verifier.cookie}\r\n\r\n`,
      );
      await until('the line is open', () => received.includes('"sid"'));
      const querying = frame(`420${JSON.stringify(['feed:open', { feed: 'queue/none' }])}`);
      line.write(
        Buffer.concat([frame(`40${JSON.stringify({ authtoken: verifier.token })}`), querying.subarray(0, 8)]),
      );
      await until('greeted', () => received.includes('"hello"'));
      line.write(querying.subarray(8));
      await until('answered', () => received.includes('430') && received.includes('unknownFeed'));
      line.destroy();
    });

    test('P10: sixty clients that lose their connection again and again end equal to the server', async () => {
      // A person has five sessions at most; those of earlier tests make room.
      for (const empId of [1, 103, 104, 131]) await endSessions(t.server, empId);
      const people = await Promise.all(
        ['verifier', 'verifier2', 'lead', 'admin'].flatMap((login) => [
          t.signIn(login),
          t.signIn(login),
          t.signIn(login),
        ]),
      );
      const clients = await Promise.all(
        Array.from({ length: 60 }, (_, i) =>
          new FeedClient(t.url, people[i % people.length]!, queue).ready(),
        ),
      );
      let cuts = 0;
      const seed = 237;
      for (let i = 0; i < 120; i += 1) {
        const id = await arrives();
        if (i % 3 === 0) await changes(id);
        if (i % 2 === 0) {
          clients[(i * seed) % clients.length]!.cut();
          cuts += 1;
        }
      }
      expect(cuts).toBe(60);
      const apart = (): string[] =>
        clients.flatMap((client, i) =>
          client.socket.connected && client.hash() === serverHash(people[i % people.length]!)
            ? []
            : [`${i}: ${client.socket.connected} ${client.refused} ${client.rows.size} ${client.seq}`],
        );
      await until('all equal', () => apart().length === 0).catch((error: Error) => {
        throw new Error(`${error.message} ${apart().join(' | ')}`);
      });
      for (const client of clients) client.close();
    });

    test('masks the fields that a list may not show', async () => {
      const verifier = await t.signIn('verifier');
      const client = await new FeedClient(t.url, verifier, queue).ready();
      const text = JSON.stringify([...client.rows.values()]);
      expect(text).not.toMatch(/555\d{7}/);
      client.close();
    });
  });

  describe('P15: a revoked scope, right or session ends its feed', () => {
    const signedIn = async (login: string): Promise<{ person: Person; client: FeedClient }> => {
      const person = await t.signIn(login);
      return { person, client: await new FeedClient(t.url, person, queue).ready() };
    };
    const admin = () => t.server.access.people.viewer(1, null)!;
    const give = async (stream: string, command: string, input: object): Promise<void> => {
      const expectedVersion = (await t.server.states.load(stream)).version;
      const handled = await t.server.handle({
        stream,
        command,
        input,
        viewer: admin(),
        correlationId: 'test',
        expectedVersion,
      });
      if ('refused' in handled)
        throw new Error(`${command}: ${handled.code} ${JSON.stringify(handled.details)}`);
    };
    /** After the change the client receives nothing of the queue any more, whatever happens in it. */
    const silent = async (client: FeedClient): Promise<void> => {
      await until('ended', () => client.refused !== undefined || client.revoked !== undefined);
      expect(client.rows.size).toBe(0);
      const deltas = client.deltas;
      await arrives();
      await new Promise((resolve) => setTimeout(resolve, 150));
      expect(client.deltas).toBe(deltas);
      expect(client.rows.size).toBe(0);
      client.close();
    };

    test('a place of operation: its rows go, the others stay', async () => {
      const { person, client } = await signedIn('verifier2');
      const here = await arrives(2);
      await until('seen', () => client.rows.has(here));
      await give('employee-104', 'unmapPoo', { pooId: 2 });
      await until(
        'reset',
        () =>
          client.resets.some((reset) => reset.code === 'scopeChanged') &&
          client.mode !== undefined &&
          !client.rows.has(here) &&
          client.rows.size > 0,
      );
      const later = await arrives(2);
      await arrives(1);
      await until('equal', () => client.hash() === serverHash(person));
      expect(client.rows.has(later)).toBe(false);
      client.close();
      await give('employee-104', 'mapPoo', { pooId: 2 });
    });

    test('a right of the role', async () => {
      const { client } = await signedIn('verifier');
      const role = (await t.server.states.load('role-3')).state;
      const groups = JSON.parse(JSON.stringify(role.permissionGroupsList)) as any[];
      const without = groups
        .map((group) => ({
          ...group,
          entitiesList: group.entitiesList.filter((entity: any) => entity.vEntity !== 'signup-queue'),
        }))
        .filter((group) => group.entitiesList.length > 0);
      await give('role-3', 'changePermissions', { permissionGroupsList: without });
      await silent(client);
      expect(client.refused).toBe('forbidden');
      await give('role-3', 'changePermissions', { permissionGroupsList: groups });
    });

    test('the session, by its owner, by an admin, by a new password', async () => {
      const first = await signedIn('verifier');
      const sessions = await first.person.get('/access/sessions');
      expect(sessions.status).toBe(200);
      await endSessions(t.server, first.person.empId);
      await silent(first.client);
      expect((await first.person.get('/feeds/queue/signup-queue')).status).toBe(401);
    });

    test('the person', async () => {
      const { client, person } = await signedIn('verifier2');
      await give('employee-104', 'deactivate', { exitDate: '2026-11-18', reason: 'Moved to another city' });
      await silent(client);
      expect((await person.get('/feeds/queue/signup-queue')).status).toBe(401);
      await expect(t.signIn('verifier2')).rejects.toThrow('could not sign in');
      await give('employee-104', 'reactivate', {});
    });
  });
});
