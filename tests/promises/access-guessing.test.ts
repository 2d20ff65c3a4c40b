import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstBreakInAccessLog } from '#server/access/access-log.ts';
import { passwordIs } from '#server/access/passwords.ts';
import { totp } from '#server/access/second-factor.ts';
import { openAccessServer, password, testNow, type AccessServer } from '#tests/kit/access-server.ts';
import { seedOf } from '#tests/kit/authenticator.ts';

let server: AccessServer & { databaseUrl: string };
beforeAll(async () => {
  server = await openAccessServer();
});
afterAll(async () => {
  expect(server.faults).toEqual([]);
  await server.close();
});

const fail = (loginId: string, ip: string, device?: string) =>
  server.signIn(loginId, { password: 'not the password', ip, ...(device ? { device } : {}) });

/**
 * CPU time of this process since `since`, ms: unlike the clock it does not grow when other processes are
 * busy.
 */
const processorMs = (since: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1_000;
};

describe('guessing', () => {
  it('five wrong ones lock the account for that address for 15 minutes, not for ever, and not for the owner’s own device', async () => {
    const owner = await server.person('agent1', '10.1.0.1');
    for (let n = 0; n < 5; n += 1)
      expect((await fail('agent1', '10.6.6.6')).json()).toMatchObject({ code: 'signInFailed' });
    const closed = await server.signIn('agent1', { ip: '10.6.6.6' });
    expect(closed.statusCode).toBe(429);
    expect(closed.json()).toMatchObject({
      code: 'accountLocked',
      message: 'Too many attempts. Try again at 10:45.',
    });
    expect((await server.signIn('agent1', { ip: '10.6.6.6', device: owner.device })).statusCode).toBe(200);
    server.clock.at += 15 * 60_000 + 1;
    expect((await server.signIn('agent1', { ip: '10.6.6.6' })).statusCode).toBe(200);
    server.clock.at = testNow;
  });

  it('attempts while locked do not extend the lock', async () => {
    for (let n = 0; n < 5; n += 1) await fail('agent2', '10.6.6.7');
    for (let minute = 0; minute < 14; minute += 1) {
      server.clock.at += 60_000;
      expect((await fail('agent2', '10.6.6.7')).statusCode).toBe(429);
    }
    server.clock.at += 60_001;
    expect((await server.signIn('agent2', { ip: '10.6.6.7' })).statusCode).toBe(200);
    server.clock.at = testNow;
  });

  it('at most ten from all unknown addresses together, even when they arrive at once', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => fail('verifier2', `10.7.${n}.1`)));
    const codes = answers.map((answer) => answer.statusCode);
    expect(codes.filter((code) => code === 401)).toHaveLength(10);
    expect(codes.filter((code) => code === 429)).toHaveLength(50);
    const one = await Promise.all(Array.from({ length: 30 }, () => fail('qa', '10.8.0.1')));
    expect(one.filter((answer) => answer.statusCode === 401)).toHaveLength(5);
  });

  it('at most a hundred wrong ones an hour from one address', async () => {
    await server.pool.query(
      "insert into access_attempts (account, device, stranger, ip, at) select 'unknown:' || n, 'from:10.9.0.1', true, '10.9.0.1', $1 from generate_series(1, 99) n",
      [new Date(testNow - 60_000)],
    );
    expect((await fail('nobody at all', '10.9.0.1')).statusCode).toBe(401);
    expect((await server.signIn('hr', { ip: '10.9.0.1' })).json()).toMatchObject({ code: 'tooMany' });
    expect(
      (
        await server.call({
          method: 'POST',
          url: '/employee/api/v2/SignIn/login',
          remoteAddress: '10.9.0.1',
          headers: { 'x-forwarded-for': '10.20.30.40' },
          payload: { loginId: 'hr', password },
        })
      ).statusCode,
    ).toBe(429);
  });

  it('does not distinguish an unknown name from a wrong password: same body, same work', async () => {
    const requested: string[] = [];
    const { pool } = server;
    const query = pool.query.bind(pool) as (...all: unknown[]) => unknown;
    pool.query = ((...all: unknown[]) => {
      requested.push(typeof all[0] === 'string' ? all[0] : (all[0] as { text: string }).text);
      return query(...all);
    }) as typeof pool.query;
    const work = async (loginId: string, ip: string) => {
      requested.length = 0;
      const before = process.cpuUsage();
      const answer = await fail(loginId, ip);
      return {
        requested: requested.filter(
          (text) =>
            /access_(credentials|known_devices|try|log_append|attempts)/.test(text) &&
            !text.startsWith('delete'),
        ),
        ms: processorMs(before),
        body: { ...(answer.json() as object), correlationId: '' },
        headers: Object.keys(answer.headers).sort(),
      };
    };
    const all: Awaited<ReturnType<typeof work>>[] = [];
    for (const name of [
      'hr',
      '181',
      'sunita.pillai@care.example',
      '5550000181',
      '402',
      'nobody',
      'nobody@care.example',
      '5559999999',
      '999999',
      "' or 1=1 --",
    ])
      all.push(await work(name, `10.10.0.${all.length + 1}`));
    pool.query = query as typeof pool.query;
    for (const one of all) {
      expect(one.body).toEqual(all[0]!.body);
      expect(one.headers).toEqual(all[0]!.headers);
      expect(one.requested).toEqual(all[0]!.requested);
    }
    const quickest = (list: typeof all): number => Math.min(...list.map((one) => one.ms));
    expect(quickest(all.slice(4))).toBeGreaterThan(quickest(all.slice(0, 4)) / 2);
  });

  it('an inactive person learns so only with the right password', async () => {
    await server.access.setPassword(401, 'four hundred and one');
    expect((await fail('401', '10.12.0.1')).json()).toMatchObject({ code: 'signInFailed' });
    expect(
      (await server.signIn('401', { password: 'four hundred and one', ip: '10.12.0.1' })).json(),
    ).toMatchObject({ code: 'employeeInactive' });
  });

  it('takes no arrays, objects, numbers as passwords, no extra fields', async () => {
    for (const payload of [
      { loginId: ['admin'], password },
      { loginId: { $ne: 1 }, password },
      { loginId: 'admin', password: 1 },
      { loginId: 'admin', password: [password] },
      { loginId: 'admin', password, isAdmin: true },
      {},
      [],
      { loginId: 'admin' },
    ]) {
      const answer = await server.call({
        method: 'POST',
        url: '/employee/api/v2/SignIn/login',
        payload: payload as object,
      });
      expect(answer.statusCode, JSON.stringify(payload)).toBe(400);
    }
    expect(
      (
        await server.call({
          method: 'GET',
          url: `/employee/api/v2/SignIn/login?loginId=admin&password=${encodeURIComponent(password)}`,
        })
      ).statusCode,
    ).toBe(404);
  });

  it('from another site is refused before anything else', async () => {
    const answer = await server.call({
      method: 'POST',
      url: '/employee/api/v2/SignIn/login',
      headers: { origin: 'https://evil.example' },
      payload: { loginId: 'admin', password },
    });
    expect(answer.json()).toMatchObject({ code: 'originRefused' });
  });

  it('demo passwords are not valid outside the demo', async () => {
    const real = await openAccessServer({ demo: false });
    try {
      expect((await real.signIn('admin')).statusCode).toBe(401);
      expect((await real.call({ url: '/access/demo' })).statusCode).toBe(404);
    } finally {
      await real.close();
    }
    const demo = (await server.call({ url: '/access/demo' })).json() as { accounts: { loginId: string }[] };
    expect(demo.accounts.map((one) => one.loginId)).toContain('stockhead');
  });
});

describe('more passwords at one moment than the server can check', () => {
  it('are refused as too many at every route that takes one', async () => {
    const [admin, field] = [
      await server.person('admin', '10.13.0.1'),
      await server.person('field1', '10.13.0.2'),
    ];
    const routes = [
      () => server.signIn('agent1', { ip: '10.13.0.3' }),
      () =>
        field.send('PUT', '/employee/api/v2/SignIn/changepassword', {
          oldPassword: password,
          newPassword: 'seven green umbrellas',
        }),
      () => field.send('POST', '/access/second-factor/enrol', { password }),
      () => admin.send('PUT', '/access/passwords/103', { newPassword: 'eleven quiet harbours' }),
    ];
    for (const route of routes) {
      let over = false;
      const flood = Array.from({ length: 70 }, async () => {
        while (!over)
          await passwordIs('certainly not this', null).catch(
            () => new Promise((resolve) => setImmediate(resolve)),
          );
      });
      const answer = await route();
      over = true;
      await Promise.all(flood);
      expect([answer.statusCode, (answer.json() as { code: string }).code]).toEqual([503, 'tooBusy']);
      expect(answer.headers['retry-after']).toBe('5');
    }
    for (const fault of server.faults.splice(0)) expect(fault).toMatchObject({ code: 'tooBusy' });
  });
});

describe('a hand-over ticket', () => {
  const look = (id: string) => server.call({ url: `/employee/api/v2/relexauth/verifyrelexauth/${id}` });
  const use = (ticket: string) =>
    server.call({ method: 'POST', url: '/employee/api/v2/SignIn/login', payload: { ticket } });

  it('is made by an admin only, inspected by GET, used once by POST, and expires after a minute and with the session that made it', async () => {
    const admin = await server.person('admin');
    const hr = await server.person('hr', '10.0.0.9');
    expect((await hr.send('POST', '/employee/api/v2/relexauth', { empId: 101 })).json()).toMatchObject({
      code: 'adminOnly',
    });
    const make = async () =>
      ((await admin.send('POST', '/employee/api/v2/relexauth', { empId: 152 })).json() as { ticket: string })
        .ticket;
    const first = await make();
    expect(Buffer.from(first, 'base64url')).toHaveLength(32);
    expect((await look(first)).json()).toMatchObject({ msg: 'Valid', empid: 152 });
    expect((await look(first)).statusCode).toBe(200);
    const uses = await Promise.all(Array.from({ length: 8 }, () => use(first)));
    expect(uses.map((one) => one.statusCode).sort()).toEqual([200, ...Array<number>(7).fill(410)]);
    expect((await look(first)).statusCode).toBe(410);
    const late = await make();
    server.clock.at += 60_001;
    expect((await use(late)).statusCode).toBe(410);
    server.clock.at = testNow;
    const orphan = await make();
    await admin.send('PUT', '/employee/api/v2/SignIn', { action: 'signOut' });
    expect((await use(orphan)).statusCode).toBe(410);
  });

  it('cannot be enumerated', async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => look(String(n + 1))));
    const bodies = new Set(
      answers.map((answer) => JSON.stringify({ ...(answer.json() as object), correlationId: '' })),
    );
    expect(bodies.size).toBe(1);
    expect(answers.every((answer) => answer.statusCode === 404)).toBe(true);
  });
});

describe('a second factor', () => {
  const codeNow = (secret: Buffer): string => totp(secret, Math.floor(server.clock.at / 30_000));

  it('produces the codes of RFC 6238', () => {
    const secret = Buffer.from('12345678901234567890');
    expect(
      [59, 1_111_111_109, 1_234_567_890, 20_000_000_000].map((at) => totp(secret, Math.floor(at / 30))),
    ).toEqual(['287082', '081804', '005924', '353130']);
  });

  it('is set up before the first session and required at each sign-in when a role demands it', async () => {
    await server.must('role-13', 'setSecondFactor', { bSecondFactor: 1 });
    const half = await server.signIn('qa', { ip: '10.3.0.1' });
    expect(half.json()).toMatchObject({ code: 'secondFactorToSet' });
    expect(half.cookies).toEqual([]);
    const { ticket } = (half.json() as { details: { ticket: string } }).details;
    const enrol = await server.call({
      method: 'POST',
      url: '/access/second-factor/enrol',
      payload: { ticket },
    });
    const secret = seedOf((enrol.json() as { secret: string }).secret);
    const finish = (code: string, handover = ticket) =>
      server.call({
        method: 'POST',
        url: '/employee/api/v2/SignIn/login',
        remoteAddress: '10.3.0.1',
        payload: { ticket: handover, code },
      });
    expect((await finish('000000')).json()).toMatchObject({ code: 'codeWrong' });
    expect((await finish(codeNow(secret))).statusCode).toBe(200);
    expect((await finish(codeNow(secret))).statusCode).toBe(410);

    const next = await server.signIn('qa', { ip: '10.3.0.1' });
    expect(next.json()).toMatchObject({ code: 'secondFactorNeeded' });
    const handover = (next.json() as { details: { ticket: string } }).details.ticket;
    expect((await finish(codeNow(secret), handover)).json()).toMatchObject({ code: 'codeWrong' });
    server.clock.at += 30_000;
    expect((await finish(codeNow(secret), handover)).statusCode).toBe(200);
    server.clock.at += 30_000;
    expect((await server.signIn('qa', { ip: '10.3.0.1', code: codeNow(secret) })).statusCode).toBe(200);
    expect(
      (await server.call({ method: 'POST', url: '/access/second-factor/enrol', payload: {} })).statusCode,
    ).toBe(401);
    server.clock.at = testNow;
  });

  it('codes cannot be guessed, not even with many tickets', async () => {
    const tried: number[] = [];
    for (let n = 0; n < 12; n += 1)
      tried.push((await server.signIn('qa', { ip: '10.4.0.1', code: '111111' })).statusCode);
    expect(tried.filter((code) => code === 401).length).toBeLessThanOrEqual(5);
    expect(tried.at(-1)).toBe(429);
  });
});

describe('wrong codes of a second factor', () => {
  const enrolled = async (login: string, ip: string) => {
    const empId = await server.access.credentials.byLoginName(login);
    await server.must(`role-${server.access.people.row(empId!)!.roleId}`, 'setSecondFactor', {
      bSecondFactor: 1,
    });
    const { ticket } = ((await server.signIn(login, { ip })).json() as { details: { ticket: string } })
      .details;
    const { secret } = (
      await server.call({ method: 'POST', url: '/access/second-factor/enrol', payload: { ticket } })
    ).json() as { secret: string };
    const seed = seedOf(secret);
    const code = () => totp(seed, Math.floor(server.clock.at / 30_000));
    const finish = (handover: string, given: string, from = ip) =>
      server.call({
        method: 'POST',
        url: '/employee/api/v2/SignIn/login',
        remoteAddress: from,
        payload: { ticket: handover, code: given },
      });
    expect((await finish(ticket, code())).statusCode).toBe(200);
    server.clock.at += 30_000;
    const next = async (from = ip) =>
      ((await server.signIn(login, { ip: from })).json() as { details: { ticket: string } }).details.ticket;
    const wrong = () => String((Number(code()) + 500_000) % 1_000_000).padStart(6, '0');
    return { code, wrong, finish, next };
  };
  it('given five wrong ones for one ticket from five addresses, then the ticket is spent, also for the right code', async () => {
    const { code, wrong, finish, next } = await enrolled('purchase', '10.20.0.1');
    const handover = await next();
    for (let n = 0; n < 5; n += 1)
      expect((await finish(handover, wrong(), `10.20.1.${n}`)).json()).toMatchObject({ code: 'codeWrong' });
    expect((await finish(handover, code(), '10.20.2.1')).json()).toMatchObject({
      code: 'ticketUsedOrExpired',
    });
    server.clock.at = testNow;
  });

  it('given five wrong ones with a new ticket each, then the account is locked for that device, for the right code too', async () => {
    const { code, wrong, finish, next } = await enrolled('stockhead', '10.21.0.1');
    for (let n = 0; n < 5; n += 1)
      expect((await finish(await next(), wrong())).json(), String(n)).toMatchObject({ code: 'codeWrong' });
    expect((await finish(await next(), code())).json()).toMatchObject({ code: 'accountLocked' });
    server.clock.at += 15 * 60_000 + 30_000;
    expect((await finish(await next(), code())).statusCode).toBe(200);
    server.clock.at = testNow;
  });
});

describe('the access log', () => {
  it('records every sign-in, holds no secret, and shows where it was changed', async () => {
    const { rows } = await server.pool.query<{ body: string }>(
      'select body from access_log order by position',
    );
    const actions = rows.map((row) => (JSON.parse(row.body) as { action: string }).action);
    expect(actions).toEqual(
      expect.arrayContaining([
        'signIn',
        'signInFailed',
        'ticketMade',
        'ticketUsed',
        'secondFactorSet',
        'signOut',
      ]),
    );
    const all = rows.map((row) => row.body).join();
    for (const secret of [password, 'not the password']) expect(all).not.toContain(secret);
    expect(await firstBreakInAccessLog(server.pool)).toBeNull();
    await expect(server.pool.query("update access_log set body = '{}' where position = 3")).rejects.toThrow(
      'never changed',
    );
    await server.pool.query('alter table access_log disable trigger access_log_is_forever');
    await server.pool.query(
      "update access_log set body = replace(body, '10.6.6.6', '10.6.6.9') where position = (select min(position) from access_log where body like '%10.6.6.6%')",
    );
    const { rows: first } = await server.pool.query<{ position: string }>(
      "select min(position) as position from access_log where body like '%10.6.6.9%'",
    );
    expect(await firstBreakInAccessLog(server.pool)).toBe(Number(first[0]!.position));
  });
});
