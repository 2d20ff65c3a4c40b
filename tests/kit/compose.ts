import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Reads docker-compose.yml, so that the topology started as plain processes is that one and not a copy. */
export interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  /** Each is a file under /run/secrets, filled from the named variable. */
  readonly secrets: Readonly<Record<string, { readonly environment: string }>>;
}

export interface ComposeService {
  readonly image?: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: {
    readonly test: readonly string[];
    readonly interval: string;
    readonly timeout: string;
    readonly retries: string;
  };
  readonly restart?: string;
  readonly stop_grace_period?: string;
  readonly secrets?: readonly string[];
  readonly cap_drop?: readonly string[];
  readonly cap_add?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly mem_limit?: string;
}

const root = new URL('../../', import.meta.url);

export function readCompose(): Compose {
  return parseYaml(readFileSync(new URL('docker-compose.yml', root), 'utf8')) as Compose;
}

/** The configuration of the load balancer: its targets and health checks. */
export function readCaddyfile(): {
  readonly upstreams: readonly string[];
  readonly healthUri: string;
  readonly healthMs: number;
  readonly tryMs: number;
} {
  const text = readFileSync(new URL('.docker/Caddyfile', root), 'utf8');
  const word = (name: string): string =>
    new RegExp(`^\\s*${name} (.+)$`, 'm').exec(text)?.[1]?.replace(/\s*\{$/, '') ??
    missing(`the Caddyfile has no ${name}`);
  return {
    upstreams: word('reverse_proxy').split(/\s+/),
    healthUri: word('health_uri'),
    healthMs: spanMs(word('health_interval')),
    tryMs: spanMs(word('lb_try_duration')),
  };
}

export function spanMs(text: string): number {
  const [, n, unit] = /^(\d+)(ms|s|m)$/.exec(text) ?? missing(`"${text}" is not a duration`);
  return Number(n) * { ms: 1, s: 1_000, m: 60_000 }[unit as 'ms' | 's' | 'm'];
}

/** Expands `${NAME:-default}` and `${NAME:?message}` as Compose does, with a callback for missing ones. */
export function fillIn(text: string, given: Readonly<Record<string, string>>): string {
  const filled = text.replaceAll(
    /\$\{([A-Z_]+):([-?])([^${}]*)\}/g,
    (_all, name: string, kind: string, rest: string) => {
      const value = given[name] ?? '';
      if (value !== '') return value;
      return kind === '-' ? rest : missing(rest);
    },
  );
  return filled === text ? text : fillIn(filled, given);
}

/** Variables required before the start: passwords, keys, the public URL. */
export function requestedFor(compose: Compose): readonly string[] {
  const asked = [...JSON.stringify(compose).matchAll(/\$\{([A-Z_]+):\?/g)].map(([, name]) => name!);
  return [...new Set([...asked, ...Object.values(compose.secrets).map((secret) => secret.environment)])];
}

/**
 * The environment of a service with its secrets written to `folder`, as Compose mounts them under
 * /run/secrets.
 */
export function environmentOf(
  compose: Compose,
  service: ComposeService,
  given: Readonly<Record<string, string>>,
  folder: string,
): Record<string, string> {
  mkdirSync(folder, { recursive: true });
  const path = (text: string): string => {
    const [, secret] = /^\/run\/secrets\/(\w+)$/.exec(text) ?? [];
    if (!secret) return text;
    if (!service.secrets?.includes(secret)) return missing(`the service is not given the secret ${secret}`);
    const { environment } = compose.secrets[secret] ?? missing(`no secret is called ${secret}`);
    const value = given[environment] || missing(`${environment} is not set, the secret ${secret} needs it`);
    writeFileSync(join(folder, secret), value, { mode: 0o600 });
    return join(folder, secret);
  };
  return Object.fromEntries(
    Object.entries(service.environment!).map(([name, value]) => [name, path(fillIn(value, given))]),
  );
}

function missing(what: string): never {
  throw new Error(what);
}

interface Connection {
  readonly indent: number;
  readonly text: string;
}

/** The subset of YAML that docker-compose.yml uses; anything else throws. */
export function parseYaml(source: string): unknown {
  const lines = source
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.trim().startsWith('#'))
    .map((line): Connection => ({ indent: line.length - line.trimStart().length, text: line.trim() }));
  const anchors = new Map<string, unknown>();
  let at = 0;

  const scalar = (text: string): unknown => {
    if (text.startsWith('[') || text.startsWith('"')) return JSON.parse(text);
    if (text.startsWith('*'))
      return anchors.has(text.slice(1)) ? anchors.get(text.slice(1)) : missing(`there is no anchor ${text}`);
    if (/^[{|>'!]/.test(text)) return missing(`this YAML is not supported: ${text}`);
    return text;
  };

  const block = (indent: number): unknown => {
    if (lines[at]!.text.startsWith('- ')) {
      const list: unknown[] = [];
      while (at < lines.length && lines[at]!.indent === indent) list.push(scalar(lines[at++]!.text.slice(2)));
      return list;
    }
    const map: Record<string, unknown> = {};
    while (at < lines.length && lines[at]!.indent === indent) {
      const [, key = '', rest = ''] =
        /^([\w<.-]+):(?: (.*))?$/.exec(lines[at]!.text) ??
        missing(`this YAML is not supported: ${lines[at]!.text}`);
      at += 1;
      const anchor = /^&(\w+)$/.exec(rest)?.[1];
      const deeper = at < lines.length && lines[at]!.indent > indent;
      const value = rest !== '' && !anchor ? scalar(rest) : deeper ? block(lines[at]!.indent) : null;
      if (anchor) anchors.set(anchor, value);
      if (key === '<<') Object.assign(map, value);
      else map[key] = value;
    }
    return map;
  };

  const whole = block(0);
  if (at !== lines.length) missing(`this YAML is not supported: ${lines[at]!.text}`);
  return whole;
}
