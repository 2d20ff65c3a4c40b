import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { openServer } from '#server/app.ts';
import { firstAccountCode, nobodyCanSignIn } from '#server/access/first-account.ts';
import { freshDatabase } from '#tests/kit/database.ts';
import { temporaryFolder } from '#tests/kit/folder.ts';

test('a new app outside the demo gets its first admin with the code from its terminal, and only once', async () => {
  const fresh = await freshDatabase();
  const folder = temporaryFolder('ops-first-');
  const config = readConfig({
    NODE_ENV: 'test',
    DEMO: '0',
    DATABASE_URL: fresh.url,
    DATA_DIR: folder,
    PORT: '0',
    LOG_LEVEL: 'silent',
  } as never);
  const faults: unknown[] = [];
  const server = await openServer({
    config,
    databaseUrl: fresh.url,
    clock: { now: () => Date.parse('2026-11-18T10:30:00+05:30') },
    version: 'test',
    shared: false,
    onError: (error) => void faults.push(error),
  });
  try {
    const call = async (method: 'GET' | 'POST', url: string, payload?: object) => {
      const answer = await server.app.inject({
        method,
        url,
        headers: { host: 'console.test' },
        ...(payload ? { payload } : {}),
      });
      return { status: answer.statusCode, body: answer.json() as Record<string, unknown> };
    };
    expect((await call('GET', '/access/first')).body).toEqual({ needed: true });
    const code = await firstAccountCode(server);
    const wish = {
      code,
      firstName: 'Usha',
      email: 'usha@care.example',
      password: 'a quiet blue harbour',
      place: { vCode: 'MAIN', vName: 'Main office', vCity: 'Bengaluru' },
    };
    expect(await call('POST', '/access/first', { ...wish, code: 'AAAAAAAAAAAAAAAA' })).toMatchObject({
      status: 410,
    });
    expect(await call('POST', '/access/first', { ...wish, password: 'password1234' })).toMatchObject({
      status: 422,
      body: { code: 'passwordWeak' },
    });
    expect(
      await call('POST', '/access/first', { ...wish, place: { ...wish.place, vCode: '??' } }),
    ).toMatchObject({ status: 400 });
    const made = await call('POST', '/access/first', wish);
    expect(made).toMatchObject({ status: 200, body: { msg: 'First account made' } });
    expect(await call('POST', '/access/first', { ...wish, email: 'second@care.example' })).toMatchObject({
      status: 410,
    });
    expect(
      await call('POST', '/access/first', {
        ...wish,
        code: await firstAccountCode(server),
        email: 'third@care.example',
      }),
    ).toMatchObject({ status: 410 });
    expect(await nobodyCanSignIn(server)).toBe(false);
    expect(
      await call('POST', '/employee/api/v2/SignIn/login', {
        loginId: 'usha@care.example',
        password: 'a quiet blue harbour',
      }),
    ).toMatchObject({
      status: 200,
      body: { empid: made.body.empid, logDesId: 2 },
    });
    expect(server.access.people.viewer(Number(made.body.empid), null)).toMatchObject({ admin: true });
    expect(faults).toEqual([]);
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
    await fresh.drop();
  }
});
