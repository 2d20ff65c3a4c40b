import { resolve } from 'node:path';
import { services, type Service } from '#shared/core/view.ts';
import type { CallingHours } from '#shared/streams/calls/call/hours.ts';
import { readCallingHours } from './outside/telephony/calling-hours.ts';
import { EnvReader, type Env } from './runtime/config-reader.ts';
import { readFailPoint } from './store/failpoint.ts';

export const roles = ['web', 'relay', 'services', 'jobs'] as const;
export type Role = (typeof roles)[number];

/** Everything the app reads from its environment. Nothing else in the project reads `process.env`. */
export interface Config {
  readonly production: boolean;
  readonly host: string;
  /** `fixed`: requested explicitly, so a port in use stops the start. Otherwise the next free one is used. */
  readonly port: { readonly number: number; readonly fixed: boolean };
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly redisUrl: string | undefined;
  readonly roles: ReadonlySet<Role>;
  readonly publicUrl: string | undefined;
  /** How the console's header calls this installation. */
  readonly environment: string;
  /** The provider's own site, whose `/terms` and `/privacy` the customers' pages link to. */
  readonly providerSite: string | undefined;
  /** The proxies whose forwarded address of the caller is trusted; none when empty. */
  readonly trustedProxies: readonly string[];
  /** Grants access to `/metrics`. */
  readonly metricsToken: string | undefined;
  readonly serviceUrls: ReadonlyMap<Service, string>;
  /** Configured secrets, newest first; the demo generates those of other services. */
  readonly webhookSecrets: ReadonlyMap<Service, readonly string[]>;
  readonly pollSeconds: number;
  readonly demo: boolean;
  /** Milliseconds; tests only. */
  readonly demoNow: number | undefined;
  /** The demo plays agents and arriving leads. */
  readonly demoPulse: boolean;
  readonly adminEmployeeIds: ReadonlySet<number>;
  readonly fixedCheckOutTime: string;
  /** For the seeds of second factors, newest first. */
  readonly secondFactorKeys: readonly Buffer[] | undefined;
  readonly vapid: { readonly publicKey: string; readonly privateKey: string } | undefined;
  /** Push service hosts beside the known ones. */
  readonly pushHosts: readonly string[];
  /** Allows pushes to a receiver on this machine; tests only. */
  readonly pushLoopback: boolean;
  /** Scans uploaded files before they are stored; not scanned when unset. */
  readonly fileScanner: { readonly host: string; readonly port: number } | undefined;
  /** The telephony partner; without an address the simulator plays it. */
  readonly telephony: {
    readonly url: string | undefined;
    readonly secrets: readonly string[] | undefined;
    readonly mappingFile: string | undefined;
  };
  /** The payment provider; without an address a simulator plays it. */
  readonly payments: { readonly url: string | undefined; readonly secrets: readonly string[] | undefined };
  readonly callingHours: CallingHours;
  readonly logLevel: (typeof logLevels)[number];
  /** A command that takes longer is logged. */
  readonly slowCommandMs: number;
  readonly socketFastPath: boolean;
  /** Between announcing that this node leaves and closing its port, so that the load balancer notices. */
  readonly drainSeconds: number;
  /** Requests a minute per session and per address. */
  readonly requestsPerSession: number;
  readonly requestsPerAddress: number;
  readonly knobs: Knobs;
  /** Where a test ends, stops or breaks this process. */
  readonly failPoint: ReturnType<typeof readFailPoint>;
}

/** Intervals that tests shorten; production keeps the defaults of the domain. */
export type Knobs = Readonly<Record<keyof typeof knobDefaults, number>>;

const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const;

const knobDefaults = {
  leaseSeconds: 120,
  leaseWorkingSeconds: 300,
  leaseGraceSeconds: 90,
  undoSeconds: 30,
  feedStateSeconds: 15,
  feedFlushMs: 16,
  sessionIdleSeconds: 30 * 60,
  sessionHours: 12,
  chainRoundSeconds: 3_600,
  simulatedCallPercent: 100,
} as const;

const knobNames: Readonly<Record<keyof typeof knobDefaults, string>> = {
  leaseSeconds: 'LEASE_SECONDS',
  leaseWorkingSeconds: 'LEASE_WORKING_SECONDS',
  leaseGraceSeconds: 'LEASE_GRACE_SECONDS',
  undoSeconds: 'UNDO_SECONDS',
  feedStateSeconds: 'FEED_STATE_SECONDS',
  feedFlushMs: 'FEED_FLUSH_MS',
  sessionIdleSeconds: 'SESSION_IDLE_SECONDS',
  sessionHours: 'SESSION_HOURS',
  chainRoundSeconds: 'CHAIN_ROUND_SECONDS',
  simulatedCallPercent: 'SIMULATED_CALL_PERCENT',
};

const serviceUrlName = (service: Service) => `SERVICE_${service.toUpperCase()}_URL`;
const secretName = (service: Service) => `WEBHOOK_SECRET_${service.toUpperCase()}`;

/** Every environment variable of the app, for the documents and the check of docker-compose.yml. */
export const environmentNames: readonly string[] = [
  ...[
    'NODE_ENV',
    'PORT',
    'HOST',
    'DATA_DIR',
    'DATABASE_URL',
    'REDIS_URL',
    'ROLES',
    'PUBLIC_URL',
    'ENVIRONMENT',
    'PROVIDER_SITE',
    'POLL_SECONDS',
    'DEMO',
    'DEMO_NOW',
    'DEMO_PULSE',
  ],
  ...[
    'ADMIN_EMPLOYEE_IDS',
    'FIXED_CHECK_OUT_TIME',
    'VAPID_PUBLIC_KEY',
    'VAPID_PRIVATE_KEY',
    'LOG_LEVEL',
    'SLOW_COMMAND_MS',
    'SOCKET_FAST_PATH',
    'DRAIN_SECONDS',
  ],
  ...['PUSH_HOSTS', 'PUSH_LOOPBACK', 'FILE_SCANNER'],
  ...['PAYMENTS_URL', 'WEBHOOK_SECRET_PAYMENTS'],
  ...['TELEPHONY_URL', 'WEBHOOK_SECRET_TELEPHONY', 'TELEPHONY_MAPPING', 'CALLING_HOURS'],
  ...services.map(serviceUrlName),
  ...services.map(secretName),
  ...Object.values(knobNames),
  'SECOND_FACTOR_KEY',
  ...['REQUESTS_PER_SESSION', 'REQUESTS_PER_ADDRESS', 'TRUSTED_PROXIES', 'METRICS_TOKEN', 'FAILPOINT'],
];

/** What may also be read from a file that `NAME_FILE` names. Addresses are among them because they hold passwords. */
export const secretNames: readonly string[] = [
  ...['DATABASE_URL', 'REDIS_URL', 'METRICS_TOKEN', 'SECOND_FACTOR_KEY', 'VAPID_PRIVATE_KEY'],
  ...['WEBHOOK_SECRET_TELEPHONY', 'WEBHOOK_SECRET_PAYMENTS', ...services.map(secretName)],
];

/** Where a load balancer usually runs: this machine and private networks. */
const ownNetworks: readonly string[] = ['loopback', 'linklocal', 'uniquelocal'];

/** The mark inside generated demo secrets, by which production recognises them. */
export const demoSecretMark = 'demo-only:';

/** Thrown with one clear line for each bad value. */
export class BadConfig extends Error {
  readonly lines: readonly string[];
  constructor(lines: readonly string[]) {
    super(lines.join('\n'));
    this.name = 'BadConfig';
    this.lines = lines;
  }
}

export function readConfig(env: Env = process.env): Config {
  const read = new EnvReader(env, secretNames);
  const production = env.NODE_ENV === 'production';
  const databaseUrl = read.url('DATABASE_URL', ['postgres:', 'postgresql:']);
  const redisUrl = read.url('REDIS_URL', ['redis:', 'rediss:']);
  const demo = read.yesNo('DEMO', !databaseUrl && !production);
  const portText = read.text('PORT');
  const publicUrl = read.url('PUBLIC_URL', ['http:', 'https:']);
  const config: Config = {
    production,
    host: read.text('HOST') ?? '127.0.0.1',
    port: { number: read.whole('PORT', 3000, 0, 65_535), fixed: portText !== undefined },
    dataDir: resolve(read.text('DATA_DIR') ?? 'data'),
    databaseUrl,
    redisUrl,
    roles: read.roles('ROLES', roles),
    publicUrl,
    environment: read.label('ENVIRONMENT', demo ? 'demo' : production ? 'production' : 'development'),
    providerSite: read.url('PROVIDER_SITE', ['https:']),
    trustedProxies: read.networks('TRUSTED_PROXIES') ?? (publicUrl ? ownNetworks : []),
    metricsToken: read.secret('METRICS_TOKEN'),
    serviceUrls: read.each(services, (service) => read.url(serviceUrlName(service), ['http:', 'https:'])),
    webhookSecrets: read.each(services, (service) => read.webhookSecrets(secretName(service))),
    pollSeconds: read.whole('POLL_SECONDS', 15, 1, 3600),
    demo,
    demoNow: read.instant('DEMO_NOW'),
    demoPulse:
      demo && read.text('DEMO_NOW') === undefined && read.yesNo('DEMO_PULSE', env.NODE_ENV !== 'test'),
    adminEmployeeIds: read.ids('ADMIN_EMPLOYEE_IDS'),
    fixedCheckOutTime: read.timeOfDay('FIXED_CHECK_OUT_TIME', '23:59:59'),
    secondFactorKeys: read.keys('SECOND_FACTOR_KEY'),
    vapid: read.pair('VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'),
    pushHosts: read.hosts('PUSH_HOSTS'),
    pushLoopback: read.yesNo('PUSH_LOOPBACK', false),
    fileScanner: read.hostAndPort('FILE_SCANNER'),
    telephony: {
      url: read.url('TELEPHONY_URL', ['http:', 'https:']),
      secrets: read.webhookSecrets('WEBHOOK_SECRET_TELEPHONY'),
      mappingFile: read.text('TELEPHONY_MAPPING'),
    },
    payments: {
      url: read.url('PAYMENTS_URL', ['http:', 'https:']),
      secrets: read.webhookSecrets('WEBHOOK_SECRET_PAYMENTS'),
    },
    callingHours: readCallingHours(read, demo && read.text('DEMO_NOW') === undefined),
    logLevel: read.oneOf('LOG_LEVEL', logLevels, 'info'),
    slowCommandMs: read.whole('SLOW_COMMAND_MS', 500, 1, 60_000),
    socketFastPath: read.yesNo('SOCKET_FAST_PATH', true),
    drainSeconds: read.whole('DRAIN_SECONDS', redisUrl ? 5 : 0, 0, 60),
    requestsPerSession: read.whole('REQUESTS_PER_SESSION', 20_000, 60, 10_000_000),
    requestsPerAddress: read.whole('REQUESTS_PER_ADDRESS', 100_000, 60, 10_000_000),
    knobs: readKnobs(read),
    failPoint: read.failPoint('FAILPOINT', readFailPoint),
  };
  read.refuseUnknown(/^(SERVICE_[A-Z]+_URL|WEBHOOK_SECRET_\w+)$/, [
    ...environmentNames,
    ...secretNames.map((name) => `${name}_FILE`),
  ]);
  checkTogether(config, read);
  if (read.problems.length > 0) throw new BadConfig(read.problems);
  return config;
}

function readKnobs(read: EnvReader): Knobs {
  const entries = Object.entries(knobNames).map(([key, name]) => {
    const usual = knobDefaults[key as keyof typeof knobDefaults];
    return [key, read.whole(name, usual, 1, 1_000_000)];
  });
  return Object.fromEntries(entries) as Knobs;
}

/** Rules between values, and the requirements of production. */
function checkTogether(config: Config, read: EnvReader): void {
  const { problems } = read;
  const partial = config.roles.size < roles.length;
  if (partial && !config.databaseUrl)
    problems.push('ROLES: separate processes need DATABASE_URL, the embedded store has one owner');
  if (partial && !config.redisUrl)
    problems.push('ROLES: separate processes need REDIS_URL to reach each other');
  if (config.demoNow !== undefined && !config.demo)
    problems.push('DEMO_NOW: only a demo can have a fixed clock');
  if (!config.production) return;
  if (config.demo)
    problems.push('DEMO: production does not run the demo organisation; remove DEMO or NODE_ENV=production');
  for (const name of [...Object.values(knobNames), 'FAILPOINT', 'PUSH_LOOPBACK']) {
    if (read.text(name) !== undefined)
      problems.push(`${name}: a knob for tests, production keeps the default`);
  }
  for (const service of services) {
    const secrets = config.webhookSecrets.get(service) ?? [];
    if (secrets.some(isDemoSecret))
      problems.push(`${secretName(service)}: this secret was generated by a demo; make a new one`);
    if (config.serviceUrls.has(service) && secrets.length === 0) {
      problems.push(
        `${secretName(service)}: missing; production needs its own secret for a service that lives outside`,
      );
    }
  }
  if (config.telephony.url && !config.telephony.secrets)
    problems.push('WEBHOOK_SECRET_TELEPHONY: missing; production needs the secret of its telephony partner');
  if (config.payments.url && !config.payments.secrets)
    problems.push('WEBHOOK_SECRET_PAYMENTS: missing; production needs the secret of its payment provider');
  if (config.redisUrl && !config.secondFactorKeys)
    problems.push('SECOND_FACTOR_KEY: missing; several nodes must share one');
  if (config.redisUrl && !config.vapid)
    problems.push('VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY: missing; several nodes must share one pair');
}

export function isDemoSecret(secret: string): boolean {
  return Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    .toString('latin1')
    .startsWith(demoSecretMark);
}
