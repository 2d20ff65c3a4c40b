import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { BadConfig, demoSecretMark, readConfig, secretNames } from './config.ts';

const secret = (text: string) => `whsec_${Buffer.from(text.padEnd(32, '.')).toString('base64')}`;
const outside = { DATABASE_URL: 'postgresql://ops:pw@db/ops' };

function problems(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof BadConfig) return error.lines;
    throw error;
  }
}

test('an empty environment gives a demo on the embedded store', () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    host: '127.0.0.1',
    port: { number: 3000, fixed: false },
    demo: true,
    production: false,
    pollSeconds: 15,
    fixedCheckOutTime: '23:59:59',
  });
  expect([...config.roles]).toEqual(['web', 'relay', 'services', 'jobs']);
});

test('a file scanner is a host and a port, and off by default', () => {
  expect(readConfig({}).fileScanner).toBeUndefined();
  expect(readConfig({ FILE_SCANNER: '10.1.0.4:3310' }).fileScanner).toEqual({ host: '10.1.0.4', port: 3310 });
  expect(readConfig({ FILE_SCANNER: 'clamd:3310' }).fileScanner).toEqual({ host: 'clamd', port: 3310 });
  expect(readConfig({ FILE_SCANNER: '[::1]:3310' }).fileScanner).toEqual({ host: '::1', port: 3310 });
  for (const bad of ['clamd', 'clamd:0', 'clamd:65536', 'tcp://clamd:3310', ':3310', '::1:3310', 'a b:3310'])
    expect(problems({ FILE_SCANNER: bad }), bad).toEqual([expect.stringContaining('FILE_SCANNER')]);
});

test('a requested port is fixed', () => {
  expect(readConfig({ PORT: '3000' }).port).toEqual({ number: 3000, fixed: true });
});

test('an external database or production is not a demo unless requested', () => {
  expect(readConfig(outside).demo).toBe(false);
  expect(readConfig({ NODE_ENV: 'production' }).demo).toBe(false);
  expect(readConfig({ ...outside, DEMO: 'on' }).demo).toBe(true);
});

test('an empty value counts as not set', () => {
  expect(readConfig({ PORT: '', ADMIN_EMPLOYEE_IDS: ' ', WEBHOOK_SECRET_LEAD: '' }).port.fixed).toBe(false);
});

test('every bad value has a line of its own that names it', () => {
  const bad = {
    PORT: '70000',
    POLL_SECONDS: '0',
    DEMO: 'maybe',
    DEMO_NOW: 'yesterday',
    ROLES: 'web,cook',
    ADMIN_EMPLOYEE_IDS: '1,x',
    FIXED_CHECK_OUT_TIME: '25:00:00',
    REDIS_URL: 'http://x',
    WEBHOOK_SECRET_LEAD: 'short',
    VAPID_PUBLIC_KEY: 'only-one',
    SECOND_FACTOR_KEY: 'short',
    LOG_LEVEL: 'loud',
    LEASE_SECONDS: '-1',
    SERVICE_PAYMENT_URL: 'payment',
    TRUSTED_PROXIES: '10.1.0.0/33',
    FILE_SCANNER: '10.1.0.4',
    METRICS_TOKEN: 'short',
  };
  const lines = problems(bad);
  const named = Object.keys(bad).map((name) => (name === 'VAPID_PUBLIC_KEY' ? 'VAPID_PRIVATE_KEY' : name));
  expect(lines.map((line) => line.split(':')[0]).sort()).toEqual(named.sort());
  expect(lines.every((line) => !line.includes('\n'))).toBe(true);
});

test('forwarded addresses are trusted from own networks behind PUBLIC_URL, from named ones, else from nobody', () => {
  expect(readConfig({}).trustedProxies).toEqual([]);
  expect(readConfig({ PUBLIC_URL: 'https://ops.example.org' }).trustedProxies).toEqual([
    'loopback',
    'linklocal',
    'uniquelocal',
  ]);
  expect(
    readConfig({ PUBLIC_URL: 'https://ops.example.org', TRUSTED_PROXIES: '10.1.0.4, fd00::/8' })
      .trustedProxies,
  ).toEqual(['10.1.0.4', 'fd00::/8']);
  for (const bad of ['everybody', '10.1.0', '10.1.0.4/', '10.1.0.4/0', '::1/129', '10.1.0.4/8/8'])
    expect(problems({ TRUSTED_PROXIES: bad }), bad).toHaveLength(1);
  expect(problems({ METRICS_TOKEN: 'far too short' }).join()).not.toContain('far too short');
});

test('a misspelt service is reported, not ignored', () => {
  expect(problems({ SERVICE_EMPLOYE_URL: 'http://x' })).toEqual([
    expect.stringContaining('SERVICE_EMPLOYE_URL: no such service'),
  ]);
  expect(problems({ WEBHOOK_SECRET_SHOP: secret('a') })).toEqual([
    expect.stringContaining('WEBHOOK_SECRET_SHOP: no such service'),
  ]);
});

test('a URL with a password is never repeated', () => {
  expect(problems({ DATABASE_URL: 'mysql://ops:hunter2@db' }).join()).not.toContain('hunter2');
});

test('two secrets are accepted while rotating, three are not', () => {
  expect(
    readConfig({ WEBHOOK_SECRET_LEAD: `${secret('new')} ${secret('old')}` }).webhookSecrets.get('lead'),
  ).toEqual([secret('new'), secret('old')]);
  expect(problems({ WEBHOOK_SECRET_LEAD: [secret('a'), secret('b'), secret('c')].join(' ') })).toHaveLength(
    1,
  );
});

test('production refuses demo secrets, missing secrets, test knobs and the demo itself', () => {
  const production = { ...outside, NODE_ENV: 'production' };
  expect(problems(production)).toEqual([]);
  expect(problems({ ...production, WEBHOOK_SECRET_LEAD: secret(demoSecretMark) })).toEqual([
    expect.stringContaining('WEBHOOK_SECRET_LEAD: this secret was generated by a demo'),
  ]);
  expect(problems({ ...production, SERVICE_LEAD_URL: 'https://lead.example.org' })).toEqual([
    expect.stringContaining('WEBHOOK_SECRET_LEAD: missing'),
  ]);
  expect(problems({ ...production, UNDO_SECONDS: '1' })).toEqual([
    expect.stringContaining('UNDO_SECONDS: a knob for tests'),
  ]);
  expect(problems({ ...production, DEMO: '1' })).toEqual([
    expect.stringContaining('DEMO: production does not run'),
  ]);
});

test('separate processes need a shared database and Redis', () => {
  expect(problems({ ROLES: 'web,relay' })).toHaveLength(2);
  expect(problems({ ...outside, ROLES: 'web,relay', REDIS_URL: 'redis://r' })).toEqual([]);
});

test('a fixed clock requires the demo', () => {
  expect(readConfig({ DEMO_NOW: '2026-11-18T05:00:00.000Z' }).demoNow).toBe(Date.UTC(2026, 10, 18, 5));
  expect(problems({ ...outside, DEMO_NOW: '2026-11-18T05:00:00.000Z' })).toEqual([
    expect.stringContaining('DEMO_NOW: only a demo'),
  ]);
});

test('push services are host names; pushes to this machine are for tests', () => {
  expect(readConfig({ PUSH_HOSTS: 'push.example.org, *.More.example.org' })).toMatchObject({
    pushHosts: ['push.example.org', '*.more.example.org'],
    pushLoopback: false,
  });
  for (const bad of ['https://push.example.org', '*', '10.0.0.1', 'localhost', 'a.b.c/x'])
    expect(problems({ PUSH_HOSTS: bad })).toHaveLength(1);
  expect(problems({ ...outside, NODE_ENV: 'production', PUSH_LOOPBACK: 'on' })).toEqual([
    expect.stringContaining('PUSH_LOOPBACK'),
  ]);
});

test('a secret may be a file; a file that is missing, empty or given twice stops the start without its content', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ops-secrets-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = (name: string, content: string) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const token = 'a-token-of-enough-letters';
  expect(readConfig({ METRICS_TOKEN_FILE: file('token', `${token}\n`) }).metricsToken).toBe(token);
  expect(
    readConfig({ DATABASE_URL_FILE: file('url', outside.DATABASE_URL), METRICS_TOKEN_FILE: '' }),
  ).toMatchObject({ databaseUrl: outside.DATABASE_URL, metricsToken: undefined, demo: false });
  expect(
    readConfig({ WEBHOOK_SECRET_LEAD_FILE: file('lead', secret('lead')) }).webhookSecrets.get('lead'),
  ).toEqual([secret('lead')]);
  for (const name of secretNames) {
    const missing = { [`${name}_FILE`]: join(folder, 'none') };
    expect(problems(missing)[0], name).toMatch(`${name}_FILE: the file ${join(folder, 'none')} cannot`);
    const twice = problems({ [name]: 'in-clear', [`${name}_FILE`]: file('both', 'from-file') });
    expect(twice[0], name).toBe(`${name}, ${name}_FILE: both are set; keep one`);
    expect(twice.join(), name).not.toContain('from-file');
  }
  expect(problems({ METRICS_TOKEN_FILE: file('empty', '\n') })).toEqual([
    `METRICS_TOKEN_FILE: the file ${join(folder, 'empty')} is empty`,
  ]);
});
