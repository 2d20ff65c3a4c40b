import { createECDH } from 'node:crypto';
import { lookup as resolveName, type LookupAddress, type LookupOptions } from 'node:dns';
import { request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { BlockList, isIP } from 'node:net';
import { cutText } from '#shared/core/cut.ts';

/** The push services of the browsers; `*.` matches any subdomain. `PUSH_HOSTS` adds others. */
export const knownPushHosts: readonly string[] = [
  'fcm.googleapis.com',
  '*.push.services.mozilla.com',
  '*.notify.windows.com',
  '*.push.apple.com',
];

export interface EndpointRule {
  /** Hosts beside the known ones. */
  readonly hosts: readonly string[];
  /** Allows a receiver on this machine; tests only. */
  readonly loopback: boolean;
}

const timeoutMs = 10_000;
const mostBytes = 4_096;
const ourselves = new Set(['127.0.0.1', '[::1]', 'localhost']);

const closed = new BlockList();
for (const range of [
  ...[
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.88.99.0/24',
  ],
  ...['192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
]) {
  const [net, bits] = range.split('/');
  closed.addSubnet(net!, Number(bits), 'ipv4');
}
for (const range of [
  '::/128',
  '::1/128',
  '64:ff9b::/96',
  '100::/64',
  '2001:db8::/32',
  '2002::/16',
  'fc00::/7',
  'fe80::/10',
  'ff00::/8',
]) {
  const [net, bits] = range.split('/');
  closed.addSubnet(net!, Number(bits), 'ipv6');
}

/** Whether an address is public. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && !closed.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/**
 * Parses the endpoint a browser sent; null when the app must not call it: only https to a known push service
 * is allowed.
 */
export function allowedEndpoint(text: string, rule: EndpointRule): URL | null {
  if (text.length > 2_000 || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '' || url.hash !== '') return null;
  if (rule.loopback && ourselves.has(url.hostname) && (url.protocol === 'http:' || url.protocol === 'https:'))
    return url;
  if (
    url.protocol !== 'https:' ||
    url.port !== '' ||
    url.hostname.startsWith('[') ||
    isIP(url.hostname) !== 0
  )
    return null;
  const known = [...knownPushHosts, ...rule.hosts].some((host) =>
    host.startsWith('*.') ? url.hostname.endsWith(host.slice(1)) : url.hostname === host,
  );
  return known ? url : null;
}

/** Whether the browser's keys are valid: a point on P-256 and 16 bytes, base64url. */
export function usableKeys(p256dh: string, auth: string): boolean {
  const letters = /^[A-Za-z0-9_-]+={0,2}$/;
  if (!letters.test(p256dh) || !letters.test(auth) || Buffer.from(auth, 'base64url').length !== 16)
    return false;
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  try {
    ecdh.computeSecret(Buffer.from(p256dh, 'base64url'));
    return true;
  } catch {
    return false; // not a point of the curve
  }
}

export interface PushAnswered {
  readonly status: number;
  /** The beginning of the response body. */
  readonly output: string;
}

/**
 * Posts to a push service: no redirects, ten seconds, a limited response, and never to a private address,
 * whatever a name resolves to. Throws when there is no response.
 */
export async function postPush(
  text: string,
  message: { readonly headers: Record<string, string | number>; readonly body: Buffer },
  rule: EndpointRule,
): Promise<PushAnswered> {
  const url = allowedEndpoint(text, rule);
  if (!url) throw new Error('This address is not one of a push service.');
  const inside = rule.loopback && ourselves.has(url.hostname);
  const guarded = (
    name: string,
    options: LookupOptions,
    done: (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void,
  ): void => {
    resolveName(name, { ...options, all: true }, (error, found) => {
      if (error) return done(error, '');
      if (!inside && found.some(({ address }) => !isPublicAddress(address)))
        return done(new Error(`${name} leads to an address inside.`), '');
      if (options.all) return done(null, found);
      return done(null, found[0]!.address, found[0]!.family);
    });
  };
  const request = url.protocol === 'http:' ? plainRequest : secureRequest;
  return new Promise((resolve, reject) => {
    const call = request(
      url,
      { method: 'POST', headers: message.headers, lookup: guarded, signal: AbortSignal.timeout(timeoutMs) },
      (answer) => {
        let output = '';
        answer.setEncoding('utf8');
        answer.on('data', (part: string) => {
          output += part;
          if (output.length <= mostBytes) return;
          answer.destroy();
          resolve({ status: answer.statusCode ?? 0, output: cutText(output, mostBytes) });
        });
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, output }));
        answer.on('error', reject);
      },
    );
    call.on('error', reject);
    call.end(message.body);
  });
}
