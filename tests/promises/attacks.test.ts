import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { newSecret } from '#server/access/secrets.ts';
import { allStreams } from '#server/core/registers.ts';
import { rotated } from '#tests/kit/sampled.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';

let test: TestServer;
let admin: Person;
let agent: Person;
beforeAll(async () => {
  test = await openTestServer();
  admin = await test.signIn('admin');
  agent = await test.signIn('agent1');
});
afterAll(async () => {
  await test.close();
});

const own = (): string => new URL(test.url).host;
const filled = (url: string): string =>
  url.replace(
    /:(\w+)/g,
    (_whole, name: string) =>
      ({
        aggregate: 'role',
        command: 'createRole',
        group: 'queue',
        name: 'signup-queue',
        language: 'en',
        file: 'x.json',
        id: 'new',
      })[name] ?? '1',
  );
const routes = () =>
  test.server.app.routes.filter((route) => route.need !== 'machine' && !route.url.includes('*'));
const changing = () => routes().filter((route) => route.method !== 'GET');
const origins = (): string[] => [
  'null',
  'https://evil.example',
  'http://sub.evil.example',
  `http://${own()}.evil.example`,
  `http://evil.example/${own()}`,
  `https://${own()}:444`,
  'http://127.0.0.1:1',
  'http://localhost',
  `ftp://${own()}`,
  `http://${own().toUpperCase()}x`,
  '',
  `http://evil@${own()}`,
];

describe('from another site', () => {
  it('no mutating route accepts a request, whatever the origin, and nothing is written', async () => {
    const before = test.server.log.head();
    const wrong: string[] = [];
    for (const [at, route] of changing().entries())
      for (const origin of rotated(origins(), at)) {
        const answer = await test.server.app.inject({
          method: route.method as 'POST',
          url: filled(route.url),
          headers: {
            host: own(),
            origin,
            cookie: admin.cookie,
            authtoken: admin.token,
            'idempotency-key': randomUUID(),
          },
          payload: { vRoleName: 'Evil', permissionGroupsList: [] },
        });
        if (answer.statusCode !== 403 || (answer.json() as { code: string }).code !== 'originRefused')
          wrong.push(`${route.method} ${route.url} from ${origin}: ${answer.statusCode}`);
      }
    expect(wrong).toEqual([]);
    expect(test.server.log.head()).toBe(before);
  });

  it('a form, plain text, a cookie without the token, another’s token, an overridden method change nothing', async () => {
    const before = test.server.log.head();
    const url = '/commands/role/new/createRole';
    const good = {
      host: own(),
      cookie: admin.cookie,
      authtoken: admin.token,
      'idempotency-key': randomUUID(),
    };
    const body = JSON.stringify({ vRoleName: 'Evil', permissionGroupsList: [] });
    const tries = [
      {
        headers: { ...good, 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'vRoleName=Evil',
        status: [415],
      },
      { headers: { ...good, 'content-type': 'text/plain' }, payload: body, status: [400, 415] },
      {
        headers: { ...good, authtoken: '', 'content-type': 'application/json' },
        payload: body,
        status: [401],
      },
      {
        headers: { ...good, authtoken: agent.token, 'content-type': 'application/json' },
        payload: body,
        status: [401],
      },
      {
        headers: {
          host: own(),
          authtoken: admin.token,
          'idempotency-key': randomUUID(),
          'content-type': 'application/json',
        },
        payload: body,
        status: [401],
      },
    ];
    for (const one of tries)
      expect(one.status, JSON.stringify(one.headers)).toContain(
        (await test.server.app.inject({ method: 'POST', url, headers: one.headers, payload: one.payload }))
          .statusCode,
      );
    for (const method of ['GET', 'HEAD', 'OPTIONS'] as const)
      expect(
        (
          await test.server.app.inject({
            method,
            url,
            headers: { ...good, 'x-http-method-override': 'POST', 'x-http-method': 'POST' },
          })
        ).statusCode,
      ).not.toBe(200);
    expect(test.server.log.head()).toBe(before);
  });

  it('no socket opens, with a good cookie and a good token', async () => {
    const wrong: string[] = [];
    for (const path of ['/ws/feeds', `/socket.io/?EIO=4&transport=websocket`])
      for (const origin of origins()) {
        const inside = await new Promise<boolean>((resolve) => {
          const ws = new WebSocket(`${test.url.replace('http', 'ws')}${path}`, {
            headers: { cookie: admin.cookie, origin },
          });
          ws.on('open', () =>
            ws.send(
              path.startsWith('/ws')
                ? JSON.stringify({ type: 'hello', authtoken: admin.token })
                : `40${JSON.stringify({ authtoken: admin.token })}`,
            ),
          );
          ws.on('message', (data: Buffer) => {
            const text = data.toString();
            if (text.includes('"hello"') || text.startsWith('40')) {
              resolve(true);
              ws.close();
            }
          });
          ws.on('close', () => resolve(false));
          ws.on('error', () => resolve(false));
        });
        if (inside && origin !== '') wrong.push(`${path} from ${origin}`);
      }
    expect(wrong).toEqual([]);
  });
});

describe('request input', () => {
  it('no command accepts an unknown field, or a body that is not an object', async () => {
    const wrong: string[] = [];
    // Waits for the effects of the previous tests.
    await test.server.settled();
    const before = test.server.log.head();
    const payloads = [
      { iOrgId: 2, isAdmin: true, iCreatedBy: 1, bFullAcess: 1 },
      [],
      { actor: { empId: 1 } },
      'text',
      7,
      true,
    ];
    let at = 0;
    for (const stream of allStreams().values())
      for (const name of Object.keys(stream.commands)) {
        at += 1;
        for (const payload of rotated(payloads, at, 3)) {
          const answer = await test.server.app.inject({
            method: 'POST',
            url: `/commands/${stream.name}/1/${name}`,
            headers: {
              host: own(),
              cookie: admin.cookie,
              authtoken: admin.token,
              'idempotency-key': randomUUID(),
              'if-match': '"1"',
              'content-type': 'application/json',
            },
            payload: JSON.stringify(payload),
          });
          if (answer.statusCode !== 400 && answer.statusCode !== 403)
            wrong.push(
              `${stream.name}/${name} with ${JSON.stringify(payload)}: ${answer.statusCode} ${answer.body.slice(0, 100)}`,
            );
        }
      }
    expect(wrong).toEqual([]);
    // The server records that many denials of one person; no command had an effect.
    expect(
      (await test.server.log.readAfter(before, 100)).filter(({ actor }) => actor.kind !== 'system'),
    ).toEqual([]);
  });

  it('bodies, queries, cookies and ids do not pollute prototypes', async () => {
    for (const payload of [
      '{"__proto__":{"polluted":1}}',
      '{"constructor":{"prototype":{"polluted":1}}}',
      '{"fields":{"__proto__":{"polluted":1}}}',
    ]) {
      for (const url of [
        '/commands/role/new/createRole',
        '/commands/master/reason-900/create',
        '/employee/api/v2/SignIn/login',
      ]) {
        const answer = await test.server.app.inject({
          method: 'POST',
          url,
          headers: {
            host: own(),
            cookie: admin.cookie,
            authtoken: admin.token,
            'idempotency-key': randomUUID(),
            'content-type': 'application/json',
          },
          payload,
        });
        expect(answer.statusCode, `${url} ${payload}`).toBeGreaterThanOrEqual(400);
        expect(answer.statusCode).toBeLessThan(500);
      }
    }
    for (const name of ['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString']) {
      for (const url of [
        `/commands/${name}/1/createRole`,
        `/commands/role/1/${name}`,
        `/commands/role/${name}/createRole`,
        `/feeds/${name}/${name}`,
        `/access/me?${name}=1&${name}[polluted]=1`,
        `/translations/${name}/${name}`,
        `/translations/en/${name}.json`,
      ]) {
        const answer = await test.server.app.inject({
          method: url.startsWith('/commands') ? 'POST' : 'GET',
          url,
          headers: {
            host: own(),
            cookie: `${admin.cookie}; ${name}=1`,
            authtoken: admin.token,
            'idempotency-key': randomUUID(),
          },
          ...(url.startsWith('/commands') ? { payload: {} } : {}),
        });
        expect(answer.statusCode, url).toBeLessThan(500);
      }
    }
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it('odd ids are not found or invalid, never an error and never another’s row', async () => {
    const faults = test.faults.length;
    const ids = [
      '0',
      '-1',
      '1.5',
      '9223372036854775808',
      '1e3',
      '0x1',
      ' 1',
      '1%20',
      'null',
      'undefined',
      '%00',
      '%0d%0aset-cookie:x=1',
      "1'%20or%20'1'='1",
      '..%2f..%2fetc%2fpasswd',
      '%2e%2e',
      '*',
      'a'.repeat(250),
      '%F0%9F%92%A9',
      '1,2',
      '[1]',
      '{}',
      '%EF%BC%91',
    ];
    const wrong: string[] = [];
    const named = routes().filter((one) => one.method === 'GET' && one.url.includes(':'));
    for (const [at, route] of named.entries())
      for (const id of rotated(ids, at)) {
        const answer = await test.server.app.inject({
          method: 'GET',
          url: route.url.replace(/:\w+/g, id),
          headers: { host: own(), cookie: agent.cookie, authtoken: agent.token },
        });
        if (
          answer.statusCode >= 500 ||
          // A path that leads back to the root gets the console's own page, where it is built.
          (answer.statusCode === 200 &&
            !String(answer.headers['content-type']).startsWith('text/html') &&
            !answer.body.match(/^(\[\]|\{\}|\{"content":\[\]|\{"totalRecords":0)/))
        )
          wrong.push(`${route.url} with ${id}: ${answer.statusCode} ${answer.body.slice(0, 100)}`);
      }
    expect(wrong).toEqual([]);
    expect(test.faults.slice(faults)).toEqual([]);
  });

  it('a header can request what the address can, and no more', async () => {
    const request = (url: string, query?: string) =>
      test.server.app.inject({
        url,
        headers: {
          host: own(),
          cookie: admin.cookie,
          authtoken: admin.token,
          ...(query === undefined ? {} : { 'x-query': query }),
        },
      });
    const list = '/masters-list/customerMasterV2';
    const [plain, requested, both] = [
      await request(`${list}?q=rao&records=5`),
      await request(list, 'q=rao&records=5'),
      await request(`${list}?records=5`, 'q=rao'),
    ];
    expect(plain.statusCode).toBe(200);
    expect(plain.json().total).toBeLessThan((await request(list)).json().total);
    for (const one of [requested, both]) expect(one.json()).toEqual(plain.json());
    // Another organisation, a NUL, what no schema knows, a name given twice, names of prototypes.
    expect((await request(list, 'orgId=2')).statusCode).toBe(404);
    expect((await request(list, 'q=a%00b')).json().code).toBe('badFormat');
    expect((await request(`${list}?q=rao`, 'q=rao')).statusCode).toBe(
      (await request(`${list}?q=rao&q=rao`)).statusCode,
    );
    expect((await request(list, '__proto__=1&constructor=2&toString=3')).statusCode).toBe(
      (await request(`${list}?__proto__=1&constructor=2&toString=3`)).statusCode,
    );
    expect(({} as Record<string, unknown>)['1']).toBeUndefined();
    // It changes no decision about identity or rights.
    expect(
      (
        await test.server.app.inject({
          url: list,
          headers: { host: own(), 'x-query': `authtoken=${admin.token}` },
        })
      ).statusCode,
    ).toBe(401);
  });

  it('alternative spellings of an address open no route that its plain spelling refuses', async () => {
    const wrong: string[] = [];
    const guarded = routes().filter((one) => one.method === 'GET' && one.need !== 'public');
    for (const [at, route] of guarded.entries()) {
      const url = filled(route.url);
      const spellings = [
        `${url}/`,
        `/${url}`,
        url.toUpperCase(),
        url.replace('/', '/./'),
        url.replace('/', '/%2e/'),
        `${url}%00`,
        `${url};x=1`,
        `${url}%3f`,
        url.replaceAll('/', '%2f'),
        `${url}.json`,
        `/x/..${url}`,
      ];
      for (const odd of rotated(spellings, at)) {
        for (const method of ['GET', 'HEAD'] as const) {
          const answer = await test.server.app.inject({ method, url: odd, headers: { host: own() } });
          if (answer.statusCode === 200 && !String(answer.headers['content-type']).startsWith('text/html'))
            wrong.push(`${method} ${odd}: ${answer.statusCode} ${answer.body.slice(0, 80)}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe('every answer', () => {
  it('carries the security headers, errors too', async () => {
    for (const [url, headers] of [
      ['/access/me', {}],
      ['/access/me', { cookie: admin.cookie, authtoken: admin.token }],
      ['/nowhere/at/all', {}],
      ['/commands/role/1/x', {}],
      ['/healthz', {}],
      ['/access/demo', {}],
    ] as const) {
      const answer = await test.server.app.inject({ url, headers: { host: own(), ...headers } });
      expect(answer.headers['content-security-policy'], url).toMatch(
        /default-src 'self'.*object-src 'none'.*frame-ancestors 'none'/,
      );
      expect(answer.headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe/);
      expect(answer.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      });
      if (url !== '/nowhere/at/all') expect(answer.headers['cache-control'], url).toContain('no-store');
    }
  });

  it('has a keep-alive timeout longer than that of a load balancer in front', async () => {
    const answer = await fetch(`${test.url}/healthz`);
    expect(Number(/timeout=(\d+)/.exec(answer.headers.get('keep-alive') ?? '')?.[1])).toBeGreaterThan(120);
  });

  it('reveals no internals', async () => {
    const answers = await Promise.all([
      test.server.app.inject({
        method: 'POST',
        url: '/employee/api/v2/SignIn/login',
        headers: { host: own(), 'content-type': 'application/json' },
        payload: '{"loginId":',
      }),
      test.server.app.inject({
        url: "/employee/api/v2/employees/filter?vEmpFname='%3Bdrop%20table%20events",
        headers: { host: own(), cookie: admin.cookie, authtoken: admin.token },
      }),
      test.server.app.inject({
        url: '/employee/api/v2/rolemaster/%25',
        headers: { host: own(), cookie: admin.cookie, authtoken: admin.token },
      }),
    ]);
    for (const answer of answers)
      expect(answer.body).not.toMatch(/node_modules|at .*\.ts:|postgres|argon2|stack|ECONN/i);
  });
});

describe('a session cannot be fixated, guessed or kept', () => {
  it('a cookie chosen by an attacker never becomes a session', async () => {
    const preset = newSecret();
    const answer = await fetch(`${test.url}/employee/api/v2/SignIn/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: `ops_session=${preset}` },
      body: JSON.stringify({ loginId: 'qa', password: 'Demo@1234' }),
    });
    expect(answer.status).toBe(200);
    const { authtoken } = (await answer.json()) as { authtoken: string };
    expect(answer.headers.getSetCookie().join()).not.toContain(preset);
    expect(
      (await fetch(`${test.url}/access/me`, { headers: { cookie: `ops_session=${preset}`, authtoken } }))
        .status,
    ).toBe(401);
    expect((await fetch(`${test.url}/access/me?authtoken=${authtoken}&ops_session=${preset}`)).status).toBe(
      401,
    );
  });

  it('tokens have 256 bits, are unique and unbiased', () => {
    const all = Array.from({ length: 20_000 }, newSecret);
    expect(new Set(all).size).toBe(all.length);
    const ones = Array.from({ length: 256 }, () => 0);
    for (const text of all)
      Buffer.from(text, 'base64url').forEach((byte, i) => {
        for (let bit = 0; bit < 8; bit += 1) ones[i * 8 + bit]! += (byte >> bit) & 1;
      });
    for (const count of ones) expect(Math.abs(count / all.length - 0.5)).toBeLessThan(0.025);
  });
});
