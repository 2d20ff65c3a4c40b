import {
  createDecipheriv,
  createECDH,
  createHmac,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PushMessage } from '#shared/streams/notices/push-wire.ts';

/** One message as the push service received it, and as the browser decrypts it. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly message: PushMessage;
  /** The claims of the VAPID header, and whether its signature is valid. */
  readonly vapid: {
    readonly aud: string;
    readonly exp: number;
    readonly sub: string;
    readonly key: string;
    readonly good: boolean;
  };
}
export interface PushReceiver {
  readonly url: string;
  readonly received: Received[];
  /** The statuses that answer the next messages for that browser; then 201 again. */
  answer(name: string, ...statuses: number[]): void;
  /** A new browser's subscription, as it would send it to the server. */
  browser(name: string): {
    readonly endpoint: string;
    readonly keys: { readonly p256dh: string; readonly auth: string };
  };
  close(): Promise<void>;
}

interface Keys {
  readonly ecdh: ReturnType<typeof createECDH>;
  readonly auth: Buffer;
}

/** Content encoding aes128gcm of RFC 8188, with the keys of RFC 8291; one record. */
function decrypt(body: Buffer, { ecdh, auth }: Keys): string {
  const salt = body.subarray(0, 16);
  const size = body.readUInt8(20);
  const theirs = body.subarray(21, 21 + size);
  const sealed = body.subarray(21 + size);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), theirs]);
  const secret = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(theirs), auth, info, 32));
  const key = Buffer.from(hkdfSync('sha256', secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16));
  const nonce = Buffer.from(hkdfSync('sha256', secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12));
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return plain.subarray(0, plain.lastIndexOf(2)).toString('utf8');
}

function readVapid(header: string): Received['vapid'] {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(header) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const good = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  return {
    ...(JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string; exp: number; sub: string }),
    key,
    good,
  };
}

/**
 * A push service on this machine and the browsers behind it: receives the server's messages, checks their
 * sender and decrypts them as the browser would.
 */
export async function openPushReceiver(): Promise<PushReceiver> {
  const received: Received[] = [];
  const answers = new Map<string, number[]>();
  const browsers = new Map<string, Keys>();
  const seed = randomBytes(16);
  const server = createServer((request, reply) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const keys = browsers.get(request.url ?? '');
      const status = answers.get(/^\/send\/(\w+)-/.exec(request.url ?? '')?.[1] ?? '')?.shift() ?? 201;
      if (status < 300 && keys)
        received.push({
          path: request.url ?? '',
          headers: request.headers,
          message: JSON.parse(decrypt(Buffer.concat(parts), keys)) as PushMessage,
          vapid: readVapid(request.headers.authorization ?? ''),
        });
      reply.writeHead(keys ? status : 404).end(status === 307 ? undefined : 'noted');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    received,
    answer: (name, ...statuses) => void answers.set(name, statuses),
    browser(name) {
      const path = `/send/${name}-${createHmac('sha256', seed).update(name).digest('hex').slice(0, 24)}`;
      let keys = browsers.get(path);
      if (!keys) {
        keys = { ecdh: createECDH('prime256v1'), auth: randomBytes(16) };
        keys.ecdh.generateKeys();
        browsers.set(path, keys);
      }
      return {
        endpoint: url + path,
        keys: { p256dh: keys.ecdh.getPublicKey('base64url'), auth: keys.auth.toString('base64url') },
      };
    },
    close: () => new Promise((done) => server.close(() => done())),
  };
}
