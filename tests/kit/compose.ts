import { readFileSync } from 'node:fs';

/** What is read of docker-compose.yml: the topology that is started as plain processes is this one and no copy of it. */
export interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

export interface ComposeService {
  readonly image?: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly test: readonly string[]; readonly interval: string; readonly timeout: string; readonly retries: string };
  readonly restart?: string;
  readonly stop_grace_period?: string;
}

const root = new URL('../../', import.meta.url);

export function readCompose(): Compose {
  return parseYaml(readFileSync(new URL('docker-compose.yml', root), 'utf8')) as Compose;
}

/** The doors of the load balancer: whom it sends to, and how it looks whether they are well. */
export function readCaddyfile(): { readonly upstreams: readonly string[]; readonly healthUri: string; readonly healthMs: number; readonly tryMs: number } {
  const text = readFileSync(new URL('.docker/Caddyfile', root), 'utf8');
  const word = (name: string): string =>
    new RegExp(`^\\s*${name} (.+)$`, 'm').exec(text)?.[1]?.replace(/\s*\{$/, '') ?? missing(`the Caddyfile says no ${name}`);
  return {
    upstreams: word('reverse_proxy').split(/\s+/),
    healthUri: word('health_uri'),
    healthMs: spanMs(word('health_interval')),
    tryMs: spanMs(word('lb_try_duration')),
  };
}

export function spanMs(text: string): number {
  const [, n, unit] = /^(\d+)(ms|s|m)$/.exec(text) ?? missing(`"${text}" is no span of time`);
  return Number(n) * { ms: 1, s: 1_000, m: 60_000 }[unit as 'ms' | 's' | 'm'];
}

/** `${NAME:-otherwise}` and `${NAME:?what is asked for}`, as Compose fills them in; what stands for a missing one may be another. */
export function fillIn(text: string, given: Readonly<Record<string, string>>): string {
  const filled = text.replaceAll(/\$\{([A-Z_]+):([-?])([^${}]*)\}/g, (_all, name: string, kind: string, rest: string) => {
    const value = given[name] ?? '';
    if (value !== '') return value;
    return kind === '-' ? rest : missing(rest);
  });
  return filled === text ? text : fillIn(filled, given);
}

/** Names that must be given before it starts: passwords, keys, the address people type. */
export function askedFor(compose: Compose): readonly string[] {
  return [...new Set([...JSON.stringify(compose).matchAll(/\$\{([A-Z_]+):\?/g)].map(([, name]) => name!))];
}

function missing(what: string): never {
  throw new Error(what);
}

interface Line {
  readonly indent: number;
  readonly text: string;
}

/** As much of YAML as docker-compose.yml uses; what it does not know stops the reading. */
export function parseYaml(source: string): unknown {
  const lines = source
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.trim().startsWith('#'))
    .map((line): Line => ({ indent: line.length - line.trimStart().length, text: line.trim() }));
  const anchors = new Map<string, unknown>();
  let at = 0;

  const scalar = (text: string): unknown => {
    if (text.startsWith('[') || text.startsWith('"')) return JSON.parse(text);
    if (text.startsWith('*')) return anchors.has(text.slice(1)) ? anchors.get(text.slice(1)) : missing(`nothing is called ${text}`);
    if (/^[{|>'!]/.test(text)) return missing(`this YAML is not read here: ${text}`);
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
      const [, key = '', rest = ''] = /^([\w<.-]+):(?: (.*))?$/.exec(lines[at]!.text) ?? missing(`this YAML is not read here: ${lines[at]!.text}`);
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
  if (at !== lines.length) missing(`this YAML is not read here: ${lines[at]!.text}`);
  return whole;
}
