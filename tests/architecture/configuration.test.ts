import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { environmentNames, readConfig, roles, secretNames } from '#server/config.ts';
import { memoryFlags } from '#server/runtime/memory-flags.ts';
import {
  environmentOf,
  requestedFor,
  fillIn,
  readCaddyfile,
  readCompose,
  spanMs,
} from '#tests/kit/compose.ts';

const read = (file: string) => readFileSync(join(import.meta.dirname, '..', '..', file), 'utf8');

/** Variables that belong to third-party images. */
const ofImages = new Set([
  'POSTGRES_ADMIN_PASSWORD',
  'POSTGRES_PASSWORD',
  'POSTGRES_PASSWORD_FILE',
  'APP_PASSWORD_FILE',
  'POSTGRES_IMAGE',
  'REDIS_IMAGE',
  'CADDY_IMAGE',
  'NODE_IMAGE',
  'REDIS_PASSWORD',
  'REDISCLI_AUTH',
  'SITE_ADDRESS',
]);

const isRead = (name: string) =>
  environmentNames.includes(name) || secretNames.includes(name.replace(/_FILE$/, ''));

test('docker-compose.yml sets only what the server reads', () => {
  const named = [
    ...read('docker-compose.yml').matchAll(/(?:^\s+([A-Z][A-Z0-9_]+):|\$\{([A-Z][A-Z0-9_]+))/gm),
  ].map((match) => match[1] ?? match[2] ?? '');
  expect(named.length).toBeGreaterThan(30);
  expect([...new Set(named)].filter((name) => !isRead(name) && !ofImages.has(name))).toEqual([]);
});

test('docker-compose.yml passes every production variable on', () => {
  const compose = read('docker-compose.yml');
  const [, knobs = ''] = read('docs/configuration.md').split('## Knobs for tests');
  const expected = environmentNames.filter(
    (name) => !knobs.includes(`\`${name}\``) && !['DEMO', 'DEMO_NOW', 'DEMO_PULSE'].includes(name),
  );
  expect(expected.length).toBeGreaterThan(25);
  expect(expected.filter((name) => !new RegExp(`^ +${name}(_FILE)?: `, 'm').test(compose))).toEqual([]);
});

test('docs/configuration.md explains every variable, and no other', () => {
  const documented = [...read('docs/configuration.md').matchAll(/^\| (`[A-Z].*?) \|/gm)].flatMap((row) =>
    [...(row[1] ?? '').matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map((match) => match[1] ?? ''),
  );
  expect(documented.sort()).toEqual([...environmentNames].sort());
});

const compose = readCompose();
const nodes = Object.entries(compose.services).filter(([name]) => name.startsWith('node-'));
const key = Buffer.alloc(32, 7).toString('base64');
const folder = mkdtempSync(join(tmpdir(), 'ops-compose-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const secrets: Record<string, string> = {
  ...Object.fromEntries(requestedFor(compose).map((name) => [name, key])),
  ...{ POSTGRES_PASSWORD: 'p', REDIS_PASSWORD: 'r', PUBLIC_URL: 'https://ops.example.org' },
};

test('every node of docker-compose.yml would start, all roles are covered, and no secret is written down', () => {
  expect(nodes.length).toBeGreaterThanOrEqual(2);
  for (const [name, service] of nodes) {
    const env = environmentOf(compose, service, secrets, folder);
    const config = readConfig(env);
    expect(config.production, name).toBe(true);
    // Work for a single node is guarded by a lease; either node can take it over.
    expect([...config.roles].toSorted(), name).toEqual([...roles].toSorted());
    expect(config.secondFactorKeys, name).toHaveLength(1);
    // The node ends before Compose kills it, and the load balancer has checked it before it stops listening.
    const { healthMs } = readCaddyfile();
    expect(config.drainSeconds * 1_000).toBeGreaterThan(healthMs);
    const longest = readConfig({ ...env, DRAIN_SECONDS: '60' }).drainSeconds;
    expect(() => readConfig({ ...env, DRAIN_SECONDS: '61' }), name).toThrow('DRAIN_SECONDS');
    expect(spanMs(service.stop_grace_period!)).toBeGreaterThan(longest * 1_000 + 20_000);
  }
  expect(Object.keys(secrets).length).toBeGreaterThanOrEqual(5);
  for (const name of Object.keys(secrets))
    expect(() => {
      const without = { ...secrets, [name]: '' };
      fillIn(JSON.stringify(compose), without);
      for (const service of Object.values(compose.services))
        if (service.secrets) environmentOf(compose, service, without, folder);
    }, name).toThrow(name);
});

test('docker-compose.yml serves PUBLIC_URL with a database role that is no superuser', () => {
  const { postgres, balancer } = compose.services;
  expect(fillIn(balancer!.environment!['SITE_ADDRESS']!, secrets)).toBe(secrets['PUBLIC_URL']);
  expect(fillIn(balancer!.environment!['SITE_ADDRESS']!, { ...secrets, SITE_ADDRESS: 'ops.internal' })).toBe(
    'ops.internal',
  );
  const [, node] = nodes[0]!;
  const server = new URL(fillIn(node.environment!['DATABASE_URL']!, secrets)).username;
  expect(server).not.toBe(postgres!.environment!['POSTGRES_USER'] ?? 'postgres');
  expect(postgres!.volumes!.join(' ')).toContain('.docker/create-role.sh:/docker-entrypoint-initdb.d/');
  const script = read('.docker/create-role.sh');
  expect(script).toContain(`create role ${server} login password`);
  expect(script).toContain(`create database ${server} owner ${server}`);
  expect(script).not.toMatch(/superuser;|grant/i);
  expect(
    [...requestedFor(compose), 'SITE_ADDRESS'].filter(
      (name) => !read('docs/configuration.md').includes(`\`${name}\``),
    ),
  ).toEqual([]);
});

test('docker-compose.yml waits for healthy services, keeps data in volumes, and its Redis evicts nothing', () => {
  const { redis, postgres, balancer } = compose.services;
  expect(redis!.command!.join(' ')).toMatch(
    /--appendonly yes .*--maxmemory-policy noeviction .*--requirepass/,
  );
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
    expect(service.depends_on, name).toEqual({
      postgres: { condition: 'service_healthy' },
      redis: { condition: 'service_healthy' },
    });
    expect(service.healthcheck!.test.join(' '), name).toContain('/readyz');
  }
  expect(Object.keys(balancer!.depends_on!).toSorted()).toEqual(nodes.map(([name]) => name).toSorted());
  expect(readCaddyfile().upstreams.toSorted()).toEqual(
    nodes.map(([name, service]) => `${name}:${service.environment!['PORT']}`).toSorted(),
  );
  expect(readCaddyfile().healthUri).toBe('/readyz');
});

test('npm start and the image use the same Node flags', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: { start: string } };
  expect(scripts.start).toContain(`node ${memoryFlags.join(' ')} server/main.ts`);
  expect(read('.docker/Dockerfile')).toContain(
    `CMD ${JSON.stringify(['node', ...memoryFlags, 'server/main.ts']).replaceAll(',', ', ')}`,
  );
});

test('docker-compose.yml bounds what each container may do and use, and its images are pinned by digest', () => {
  for (const [name, service] of Object.entries(compose.services)) {
    expect(service.cap_drop, name).toEqual(['ALL']);
    expect(service.security_opt, name).toEqual(['no-new-privileges:true']);
    expect(service.mem_limit, name).toMatch(/^\d+[mg]$/);
    if (name.startsWith('node-')) expect(service.cap_add, name).toBeUndefined();
    else expect(service.image, name).toMatch(/^\$\{[A-Z]+_IMAGE:-[a-z]+:[\d.]+@sha256:[0-9a-f]{64}\}$/);
  }
});

test('the image is built from one Node, pinned by digest, in docker-compose.yml as in the Dockerfile', () => {
  const [, node = ''] = /^ARG NODE_IMAGE=(.+)$/m.exec(read('.docker/Dockerfile')) ?? [];
  expect(node).toMatch(/^node:[\d.]+-bookworm-slim@sha256:[0-9a-f]{64}$/);
  expect(read('docker-compose.yml')).toContain(`NODE_IMAGE: \${NODE_IMAGE:-${node}}`);
});

test('the image has no development packages, and the server imports none', () => {
  const [, last = ''] = read('.docker/Dockerfile').split('AS packages');
  expect(last).toContain('RUN npm ci --omit=dev');
  expect(last).toContain('COPY --from=packages /app ./');
  expect(last).not.toMatch(/COPY --from=build \/app(\/node_modules)? /);

  const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: Record<string, string> };
  const imported = ['server', 'shared'].flatMap((side) =>
    readdirSync(join(import.meta.dirname, '..', '..', side), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .flatMap((file) =>
        [
          ...read(join(side, file)).matchAll(
            /^(?:import|export) (?!type )[^;]*?from '((?:@[\w-]+\/)?[\w-]+)/gm,
          ),
        ].map((match) => `${match[1]} in ${side}/${file}`),
      ),
  );
  expect(imported.length).toBeGreaterThan(200);
  expect(imported.filter((found) => found.split(' ')[0]! in devDependencies)).toEqual([]);
});
