import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { environmentNames, readConfig, roles } from '#server/config.ts';
import { memoryFlags } from '#server/memory-flags.ts';
import { askedFor, fillIn, readCaddyfile, readCompose, spanMs } from '#tests/kit/compose.ts';

const read = (file: string) => readFileSync(join(import.meta.dirname, '..', '..', file), 'utf8');

/** Names that belong to the images of others, not to the house. */
const ofImages = new Set(['POSTGRES_ADMIN_PASSWORD', 'POSTGRES_PASSWORD', 'HOUSE_PASSWORD', 'REDIS_PASSWORD', 'REDISCLI_AUTH', 'SITE_ADDRESS']);

test('docker-compose.yml sets only what the house reads', () => {
  const named = [...read('docker-compose.yml').matchAll(/(?:^\s+([A-Z][A-Z0-9_]+):|\$\{([A-Z][A-Z0-9_]+))/gm)].map((match) => match[1] ?? match[2] ?? '');
  expect(named.length).toBeGreaterThan(30);
  expect([...new Set(named)].filter((name) => !environmentNames.includes(name) && !ofImages.has(name))).toEqual([]);
});

test('docker-compose.yml passes on everything a house in production may be told', () => {
  const compose = read('docker-compose.yml');
  const [, knobs = ''] = read('docs/configuration.md').split('## Knobs for tests');
  const expected = environmentNames.filter((name) => !knobs.includes(`\`${name}\``) && !['DEMO', 'DEMO_NOW'].includes(name));
  expect(expected.length).toBeGreaterThan(25);
  expect(expected.filter((name) => !new RegExp(`^ +${name}: `, 'm').test(compose))).toEqual([]);
});

test('docs/configuration.md explains every name, and no other', () => {
  const documented = [...read('docs/configuration.md').matchAll(/^\| (`[A-Z].*?) \|/gm)].flatMap((row) =>
    [...(row[1] ?? '').matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map((match) => match[1] ?? ''),
  );
  expect(documented.sort()).toEqual([...environmentNames].sort());
});

const compose = readCompose();
const nodes = Object.entries(compose.services).filter(([name]) => name.startsWith('node-'));
const key = Buffer.alloc(32, 7).toString('base64');
const secrets: Record<string, string> = {
  ...Object.fromEntries(askedFor(compose).map((name) => [name, key])),
  ...{ POSTGRES_PASSWORD: 'p', REDIS_PASSWORD: 'r', PUBLIC_URL: 'https://ops.example.org' },
};

test('each node of docker-compose.yml would start, and together they have every role; secrets are asked for, none is written down', () => {
  const held = new Set<string>();
  expect(nodes.length).toBeGreaterThanOrEqual(2);
  for (const [name, service] of nodes) {
    const env = Object.fromEntries(Object.entries(service.environment!).map(([key, value]) => [key, fillIn(value, secrets)]));
    const config = readConfig(env);
    expect(config.production, name).toBe(true);
    for (const role of config.roles) held.add(role);
    // The node has gone before Compose loses patience, and the door has looked at it before it stops listening.
    const { healthMs } = readCaddyfile();
    expect(config.drainSeconds * 1_000).toBeGreaterThan(healthMs);
    const longest = readConfig({ ...env, DRAIN_SECONDS: '60' }).drainSeconds;
    expect(() => readConfig({ ...env, DRAIN_SECONDS: '61' }), name).toThrow('DRAIN_SECONDS');
    expect(spanMs(service.stop_grace_period!)).toBeGreaterThan(longest * 1_000 + 20_000);
  }
  expect([...held].toSorted()).toEqual([...roles].toSorted());
  expect(Object.keys(secrets).length).toBeGreaterThanOrEqual(5);
  for (const name of Object.keys(secrets)) expect(() => fillIn(JSON.stringify(compose), { ...secrets, [name]: '' }), name).toThrow(name);
});

test('docker-compose.yml answers at the address that people type, its house is no superuser, and every name that it asks for is explained', () => {
  const { postgres, door } = compose.services;
  expect(fillIn(door!.environment!['SITE_ADDRESS']!, secrets)).toBe(secrets['PUBLIC_URL']);
  expect(fillIn(door!.environment!['SITE_ADDRESS']!, { ...secrets, SITE_ADDRESS: 'ops.internal' })).toBe('ops.internal');
  const [, node] = nodes[0]!;
  const house = new URL(fillIn(node.environment!['DATABASE_URL']!, secrets)).username;
  expect(house).not.toBe(postgres!.environment!['POSTGRES_USER'] ?? 'postgres');
  expect(postgres!.volumes!.join(' ')).toContain('.docker/create-house.sh:/docker-entrypoint-initdb.d/');
  const script = read('.docker/create-house.sh');
  expect(script).toContain(`create role ${house} login password`);
  expect(script).toContain(`create database ${house} owner ${house}`);
  expect(script).not.toMatch(/superuser;|grant/i);
  expect([...askedFor(compose), 'SITE_ADDRESS'].filter((name) => !read('docs/configuration.md').includes(`\`${name}\``))).toEqual([]);
});

test('docker-compose.yml waits for what is well, keeps what must be kept, and its Redis forgets and evicts nothing', () => {
  const { redis, postgres, door } = compose.services;
  expect(redis!.command!.join(' ')).toMatch(/--appendonly yes .*--maxmemory-policy noeviction .*--requirepass/);
  expect(postgres!.command!.join(' ')).toMatch(/synchronous_commit=on.*fsync=on/);
  for (const [name, service] of [['postgres', postgres!], ['redis', redis!], ...nodes] as const) {
    expect(service.healthcheck?.test.length, name).toBeGreaterThan(1);
    expect(
      service.volumes?.every((volume) => volume.startsWith('./') || volume.split(':')[0]! in compose.volumes),
      name,
    ).toBe(true);
    expect(service.restart, name).toBe('unless-stopped');
  }
  for (const [name, service] of nodes) {
    expect(service.depends_on, name).toEqual({ postgres: { condition: 'service_healthy' }, redis: { condition: 'service_healthy' } });
    expect(service.healthcheck!.test.join(' '), name).toContain('/readyz');
  }
  expect(Object.keys(door!.depends_on!).toSorted()).toEqual(nodes.map(([name]) => name).toSorted());
  expect(readCaddyfile().upstreams.toSorted()).toEqual(nodes.map(([name, service]) => `${name}:${service.environment!['PORT']}`).toSorted());
  expect(readCaddyfile().healthUri).toBe('/readyz');
});

test('the house is started with the same flags by npm start and in the image', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: { start: string } };
  expect(scripts.start).toContain(`node ${memoryFlags.join(' ')} server/main.ts`);
  expect(read('.docker/Dockerfile')).toContain(`CMD ${JSON.stringify(['node', ...memoryFlags, 'server/main.ts']).replaceAll(',', ', ')}`);
});
