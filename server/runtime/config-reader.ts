import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';

export type Env = Readonly<Record<string, string | undefined>>;

/**
 * Reads values one by one and collects one clear line for each bad one, so that a start reports them all at
 * once.
 */
export class EnvReader {
  readonly problems: string[] = [];
  readonly #env: Env;

  /** Each of `secrets` may be given as a file that holds it, named by `NAME_FILE`, as container platforms mount secrets. */
  constructor(env: Env, secrets: readonly string[] = []) {
    const read = secrets.map((name) => [name, this.#fromFile(env, name)] as const);
    this.#env = { ...env, ...Object.fromEntries(read.filter(([, value]) => value !== undefined)) };
  }

  #fromFile(env: Env, name: string): string | undefined {
    const path = env[`${name}_FILE`]?.trim();
    if (!path) return undefined;
    if (env[name]?.trim()) {
      this.problems.push(`${name}, ${name}_FILE: both are set; keep one`);
      return undefined;
    }
    try {
      const value = readFileSync(path, 'utf8').trim();
      if (value === '') this.problems.push(`${name}_FILE: the file ${path} is empty`);
      return value;
    } catch (error) {
      const why = (error as NodeJS.ErrnoException).code ?? 'not readable';
      this.problems.push(`${name}_FILE: the file ${path} cannot be read (${why})`);
      return undefined;
    }
  }

  text(name: string): string | undefined {
    const value = this.#env[name]?.trim();
    return value === '' ? undefined : value;
  }

  whole(name: string, usual: number, least: number, most: number): number {
    const text = this.text(name);
    if (text === undefined) return usual;
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    return this.#bad(name, text, `a whole number from ${least} to ${most}`, usual);
  }

  yesNo(name: string, usual: boolean): boolean {
    const text = this.text(name)?.toLowerCase();
    if (text === undefined) return usual;
    if (['1', 'true', 'on', 'yes'].includes(text)) return true;
    if (['0', 'false', 'off', 'no'].includes(text)) return false;
    return this.#bad(name, text, 'on or off', usual);
  }

  oneOf<T extends string>(name: string, choices: readonly T[], usual: T): T {
    const text = this.text(name);
    if (text === undefined) return usual;
    const found = choices.find((choice) => choice === text);
    return found ?? this.#bad(name, text, `one of ${choices.join(', ')}`, usual);
  }

  /** The value itself is never repeated: a URL may contain a password. */
  url(name: string, protocols: readonly string[]): string | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return text.replace(/\/$/, '');
    this.problems.push(
      `${name}: expected an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`,
    );
    return undefined;
  }

  roles<T extends string>(name: string, all: readonly T[]): ReadonlySet<T> {
    const text = this.text(name) ?? 'all';
    if (text === 'all') return new Set(all);
    const parts = text.split(',').map((part) => part.trim());
    const known = all.filter((role) => parts.includes(role));
    if (known.length === new Set(parts).size) return new Set(known);
    return this.#bad(name, text, `all, or a list of ${all.join(',')}`, new Set(all));
  }

  ids(name: string): ReadonlySet<number> {
    const text = this.text(name);
    if (text === undefined) return new Set();
    const parts = text.split(/[\s,]+/);
    if (parts.every((part) => /^[1-9]\d{0,9}$/.test(part))) return new Set(parts.map(Number));
    return this.#bad(name, text, 'employee ids separated by commas', new Set<number>());
  }

  hosts(name: string): readonly string[] {
    const text = this.text(name);
    if (text === undefined) return [];
    const parts = text.split(/[\s,]+/).map((part) => part.toLowerCase());
    if (parts.every((part) => /^(\*\.)?([a-z0-9-]+\.)+[a-z]{2,}$/.test(part))) return parts;
    return this.#bad(
      name,
      text,
      'host names separated by commas, such as push.example.org or *.push.example.org',
      [],
    );
  }

  /** `10.1.0.4:3310`, `scanner.example.org:3310` or `[::1]:3310`; undefined when not set. */
  hostAndPort(name: string): { readonly host: string; readonly port: number } | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const [, six, host, port] = /^(?:\[([\da-f:]+)\]|([\w.-]+)):(\d{1,5})$/i.exec(text) ?? [];
    if (Number(port) > 0 && Number(port) <= 65_535) return { host: (six ?? host)!, port: Number(port) };
    return this.#bad(name, text, 'a host and a port, such as 10.1.0.4:3310', undefined);
  }

  /** Addresses, networks as 10.1.0.0/16, and the words loopback, linklocal and uniquelocal; undefined when not set. */
  networks(name: string): readonly string[] | undefined {
    const parts = this.text(name)?.split(/[\s,]+/);
    if (parts === undefined || parts.every(isNetwork)) return parts;
    return this.#bad(
      name,
      parts.join(','),
      'addresses or networks separated by commas, such as 10.1.0.4 or 10.1.0.0/16 or loopback',
      undefined,
    );
  }

  /** The value itself is never repeated. */
  secret(name: string): string | undefined {
    const text = this.text(name);
    if (text === undefined || /^[\w.~+/=-]{24,200}$/.test(text)) return text;
    this.problems.push(`${name}: expected 24 to 200 letters, digits or . _ ~ + / = -`);
    return undefined;
  }

  /** A short name that people read. */
  label(name: string, usual: string): string {
    const text = this.text(name);
    if (text === undefined || /^[\p{L}\d][\p{L}\d ._-]{0,19}$/u.test(text)) return text ?? usual;
    return this.#bad(name, text, 'up to 20 letters, digits, spaces or . _ -', usual);
  }

  timeOfDay(name: string, usual: string): string {
    const text = this.text(name);
    if (text === undefined || /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(text)) return text ?? usual;
    return this.#bad(name, text, 'a time of day as hh:mm:ss', usual);
  }

  instant(name: string): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const value = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN;
    if (Number.isFinite(value)) return value;
    return this.#bad(name, text, 'an ISO instant such as 2026-11-18T05:00:00.000Z', undefined);
  }

  webhookSecrets(name: string): readonly string[] | undefined {
    const parts = this.text(name)?.split(/\s+/);
    if (parts === undefined) return undefined;
    const good = parts.every((part) => /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(part));
    if (good && parts.length <= 2) return parts;
    this.problems.push(
      `${name}: expected whsec_ and base64 of at least 24 bytes, or two of them separated by a space while rotating`,
    );
    return undefined;
  }

  /** One secret of at least 32 bytes in base64, or two separated by a space while rotating, the newest first. */
  keys(name: string): readonly Buffer[] | undefined {
    const parts = this.text(name)?.split(/\s+/);
    if (parts === undefined) return undefined;
    const keys = parts.map((part) => Buffer.from(part, 'base64'));
    if (
      keys.length <= 2 &&
      parts.every((part) => /^[A-Za-z0-9+/]{43,}={0,2}$/.test(part)) &&
      keys.every((key) => key.length >= 32)
    )
      return keys;
    this.problems.push(
      `${name}: expected base64 of at least 32 bytes, or two of them separated by a space while rotating, the newest first`,
    );
    return undefined;
  }

  pair(publicName: string, privateName: string): { publicKey: string; privateKey: string } | undefined {
    const publicKey = this.text(publicName);
    const privateKey = this.text(privateName);
    if (publicKey && privateKey) return { publicKey, privateKey };
    if (publicKey || privateKey)
      this.problems.push(`${publicKey ? privateName : publicName}: missing; the two keys come as a pair`);
    return undefined;
  }

  each<K, V>(keys: readonly K[], read: (key: K) => V | undefined): ReadonlyMap<K, V> {
    const found = keys.map((key) => [key, read(key)] as const);
    return new Map(found.filter((entry): entry is readonly [K, V] => entry[1] !== undefined));
  }

  failPoint<T>(name: string, parse: (text: string) => T | null): T | null {
    const text = this.text(name);
    if (text === undefined) return null;
    return parse(text) ?? this.#bad(name, text, 'a fail-point such as append.before:kill@3', null);
  }

  /** A misspelt name would otherwise be a silent default. */
  refuseUnknown(family: RegExp, known: readonly string[]): void {
    for (const name of Object.keys(this.#env)) {
      if (family.test(name) && !known.includes(name))
        this.problems.push(`${name}: no such service; the known names stand in docs/configuration.md`);
    }
  }

  #bad<T>(name: string, text: string, expected: string, usual: T): T {
    this.problems.push(`${name}: expected ${expected}, got "${text}"`);
    return usual;
  }
}

function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits, more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more !== undefined) return false;
  return (
    bits === undefined ||
    (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128))
  );
}
