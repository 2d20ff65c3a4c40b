import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto';

/** Standard Webhooks: HMAC-SHA256 over `id.timestamp.body`, base64, as `v1,<signature>`; secrets are `whsec_<base64>`. */
export interface SignedHeaders {
  readonly 'webhook-id': string;
  readonly 'webhook-timestamp': string;
  readonly 'webhook-signature': string;
}

/** The key inside `whsec_…`, or null when it is malformed (24 to 64 bytes of base64). */
export function secretKey(secret: string): Buffer | null {
  const match = /^whsec_([A-Za-z0-9+/]{32,88}={0,2})$/.exec(secret);
  if (!match) return null;
  const key = Buffer.from(match[1]!, 'base64');
  return key.length >= 24 && key.length <= 64 ? key : null;
}

export function sign(secret: string, id: string, atMs: number, body: Buffer | string): SignedHeaders {
  const key = keyOf(secret);
  if (!key) throw new Error('A webhook secret must be whsec_ and the base64 of 24 to 64 bytes.');
  const timestamp = String(Math.floor(atMs / 1000));
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${mac(key, id, timestamp, body).toString('base64')}`,
  };
}

const ready = new Map<string, KeyObject | null>();

/** The key of a secret, created once. */
function keyOf(secret: string): KeyObject | null {
  let key = ready.get(secret);
  if (key === undefined) {
    const bytes = secretKey(secret);
    key = bytes && createSecretKey(bytes);
    ready.set(secret, key);
  }
  return key;
}

function mac(key: KeyObject, id: string, timestamp: string, body: Buffer | string): Buffer {
  return createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
}

const single = (value: unknown): string => (typeof value === 'string' ? value : '');
const nothing = Buffer.alloc(32);
const noKey = createSecretKey(nothing);

/**
 * The webhook's id when the headers authenticate the body, else null. Every secret is tried against every
 * `v1` signature (at most 10), and a malformed request costs one MAC as well, so that timing does not reveal
 * what was wrong.
 */
export function provenId(
  headers: Readonly<Record<string, unknown>>,
  body: Buffer,
  secrets: readonly string[],
  nowMs: number,
  windowSeconds: number,
): string | null {
  const id = single(headers['webhook-id']);
  const timestamp = single(headers['webhook-timestamp']);
  const wellFormed = /^[\x21-\x2d\x2f-\x7e]{1,256}$/.test(id) && /^[1-9]\d{8,11}$/.test(timestamp);
  const fresh = wellFormed && Math.abs(Math.floor(nowMs / 1000) - Number(timestamp)) <= windowSeconds;
  const given = signaturesOf(single(headers['webhook-signature']));
  let proven = false;
  for (const secret of secrets) {
    const key = keyOf(secret);
    const expected = mac(key ?? noKey, id, timestamp, body);
    for (const signature of given.length ? given : [nothing])
      if (timingSafeEqual(signature, expected) && key) proven = true;
  }
  return proven && fresh && given.length > 0 ? id : null;
}

function signaturesOf(header: string): Buffer[] {
  if (header.length > 2048) return [];
  const found: Buffer[] = [];
  for (const part of header.split(' ')) {
    const match = /^v1,([A-Za-z0-9+/]{43}=)$/.exec(part);
    if (match && found.length < 10) found.push(Buffer.from(match[1]!, 'base64'));
  }
  return found;
}
