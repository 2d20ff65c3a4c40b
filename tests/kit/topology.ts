import { createECDH, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openBalancer, type Balancer } from './balancer.ts';
import {
  environmentOf,
  requestedFor,
  fillIn,
  readCaddyfile,
  readCompose,
  type ComposeService,
} from './compose.ts';
import { temporaryFolder } from './folder.ts';
import { bringPostgres, type TestPostgres } from './postgres.ts';
import { freePort, startServer, type ProcessServer } from './process-server.ts';
import { ownRedis, type OwnRedis } from './redis.ts';

/**
 * One node of the topology: a process of its own that can be stopped and started again at the same address.
 */
export interface TopologyNode {
  readonly name: string;
  readonly url: string;
  /** Does nothing when it runs. */
  start(): Promise<void>;
  /** SIGTERM stops it cleanly, SIGKILL at once. Resolves when it has ended. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  freeze(): void;
  thaw(): void;
  /** Everything it printed, over all its starts. */
  output(): string;
}

export interface Topology {
  /** The load balancer's address. */
  readonly url: string;
  readonly route: Balancer;
  readonly nodes: readonly [TopologyNode, TopologyNode];
  readonly postgres: TestPostgres;
  readonly redis: OwnRedis;
  readonly databaseUrl: string;
  stop(): Promise<void>;
}

export interface TopologyOptions {
  /**
   * The demo organisation and its accounts; without it the app starts as in production, with nobody in it.
   */
  readonly demo: boolean;
  /** Environment variables besides those of docker-compose.yml. */
  readonly env?: Readonly<Record<string, string>>;
  /** The load balancer's port; a free one when not given. */
  readonly port?: number;
  readonly redisPort?: number;
}

/**
 * How long stopping nodes still take traffic: a little longer than the load balancer's health-check interval.
 */
const drainSeconds = '3';

/**
 * Starts what docker-compose.yml describes as plain processes of this machine: the same environment, flags,
 * roles, start sequence and health checks, read from that file and from the Caddyfile; only the hosts, ports
 * and folders are this machine's.
 */
export async function openTopology(options: TopologyOptions): Promise<Topology> {
  const compose = readCompose();
  const caddy = readCaddyfile();
  const folder = temporaryFolder('ops-topology-');
  const secret = (): string => randomBytes(18).toString('base64url');
  const balancerPort = options.port ?? (await freePort());
  const given: Record<string, string> = {
    ...Object.fromEntries(requestedFor(compose).map((name) => [name, randomBytes(32).toString('base64')])),
    POSTGRES_PASSWORD: secret(),
    REDIS_PASSWORD: secret(),
    PUBLIC_URL: `http://127.0.0.1:${balancerPort}`,
    ...vapid(),
  };
  const undo: (() => Promise<unknown> | void)[] = [
    () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  ];
  const stop = async (): Promise<void> => {
    for (const step of undo.toReversed()) await step();
  };
  try {
    const postgres = await bringPostgres({
      folder: join(folder, 'pg'),
      password: given['POSTGRES_PASSWORD']!,
      settings: settingsOf(compose.services['postgres']!, 'postgres'),
    });
    undo.push(() => postgres.remove());
    const redis = await ownRedis({
      flags: compose.services['redis']!.command!.slice(1).map((flag) => fillIn(flag, given)),
      password: given['REDIS_PASSWORD']!,
    });
    undo.push(() => redis.stop());

    mkdirSync(join(folder, 'files'));
    const nodes: TopologyNode[] = [];
    for (const upstream of caddy.upstreams) {
      const [name = '', inside = ''] = upstream.split(':');
      const service = compose.services[name];
      if (!service)
        throw new Error(`The Caddyfile sends to ${name}, which docker-compose.yml does not start.`);
      const env = environmentOf(compose, service, given, join(folder, 'secrets'));
      if (env['PORT'] !== inside)
        throw new Error(
          `The Caddyfile checks ${name} at ${inside}, docker-compose.yml starts it at ${env['PORT']}.`,
        );
      const port = String(await freePort());
      const here: Record<string, string> = {
        ...env,
        HOST: '127.0.0.1',
        PORT: port,
        DATA_DIR: join(folder, 'files'),
        DATABASE_URL: moved(env['DATABASE_URL']!, 'postgres:5432', postgres.url),
        REDIS_URL: moved(env['REDIS_URL']!, 'redis:6379', redis.url),
        DRAIN_SECONDS: drainSeconds,
        ...options.env,
      };
      if (options.demo) {
        delete here['NODE_ENV'];
        here['DEMO'] = '1';
      }
      nodes.push(nodeOf(name, `http://127.0.0.1:${port}`, here));
    }
    // The demo organisation is filled by the node with the jobs; in production they start together, as
    // Compose starts them.
    const fills = caddy.upstreams.findIndex((upstream) =>
      compose.services[upstream.split(':')[0]!]!.environment!['ROLES']!.includes('jobs'),
    );
    if (options.demo)
      for (const node of [nodes[fills]!, ...nodes.filter((_, i) => i !== fills)]) await node.start();
    else await Promise.all(nodes.map((node) => node.start()));
    for (const node of nodes) undo.push(() => node.stop('SIGTERM'));

    const route = await openBalancer({
      targets: nodes.map((node) => node.url),
      ...caddy,
      port: balancerPort,
    });
    undo.push(() => route.close());
    return {
      url: route.url,
      route,
      nodes: nodes as unknown as Topology['nodes'],
      postgres,
      redis,
      databaseUrl: postgres.url,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function nodeOf(name: string, url: string, env: Readonly<Record<string, string>>): TopologyNode {
  let life: ProcessServer | null = null;
  let before = '';
  return {
    name,
    url,
    async start() {
      if (life && life.child.exitCode === null && life.child.signalCode === null) return;
      before += life?.output() ?? '';
      life = await startServer(env);
    },
    async stop(signal = 'SIGTERM') {
      await life?.kill(signal);
    },
    freeze: () => void life?.child.kill('SIGSTOP'),
    thaw: () => void life?.child.kill('SIGCONT'),
    output: () => before + (life?.output() ?? ''),
  };
}

/** `-c name=value` of a command line. */
function settingsOf(service: ComposeService, program: string): Record<string, string> {
  const [first, ...flags] = service.command!;
  if (first !== program)
    throw new Error(`docker-compose.yml starts "${first}" where ${program} was expected.`);
  return Object.fromEntries(
    flags.filter((flag) => flag !== '-c').map((flag) => flag.split('=') as [string, string]),
  );
}

/**
 * The address of a service inside Compose, with its host and port here; user, password and name stay as
 * written.
 */
function moved(address: string, inside: string, here: string): string {
  const there = new URL(address);
  if (there.host !== inside)
    throw new Error(`docker-compose.yml names ${there.host} where ${inside} was expected.`);
  const [, place = ''] = /@?([^@/]+)(?:\/\w+)?$/.exec(here) ?? [];
  return `${there.protocol}//${there.username}:${there.password}@${place}${there.pathname}`;
}

/** A key pair for web push and the key of second factors, made for this run only. */
function vapid(): Record<string, string> {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  return {
    VAPID_PUBLIC_KEY: pair.getPublicKey().toString('base64url'),
    VAPID_PRIVATE_KEY: pair.getPrivateKey().toString('base64url'),
    SECOND_FACTOR_KEY: randomBytes(32).toString('base64'),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const production = process.argv.includes('--production');
  console.log('Starting PostgreSQL, Redis, two nodes and a load balancer …');
  const topology = await openTopology({ demo: !production, port: Number(process.env['PORT'] ?? 3000) });
  for (const node of topology.nodes) console.log(`${node.name}  ${node.url}`);
  if (production) console.log(topology.nodes.map((node) => node.output()).join('\n'));
  console.log(`\nThe load balancer listens at ${topology.url}. Ctrl-C stops everything.`);
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  await topology.stop();
}
