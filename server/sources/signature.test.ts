import { createHmac, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { provenId, secretKey, sign } from './signature.ts';

const secret = `whsec_${randomBytes(32).toString('base64')}`;
const other = `whsec_${randomBytes(24).toString('base64')}`;
const now = Date.parse('2026-11-18T05:00:00.000Z');
const body = Buffer.from('{"a":1}');
const prove = (
  headers: Record<string, unknown>,
  raw = body,
  secrets: readonly string[] = [secret],
  at = now,
) => provenId(headers, raw, secrets, at, 300);

test('the published example of the scheme verifies', () => {
  const headers = {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  };
  expect(
    provenId(
      headers,
      Buffer.from('{"test": 2432232314}'),
      ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
      1_614_265_330_000,
      300,
    ),
  ).toBe('msg_p5jXN8AQM9LWM0D4loKWxJek');
});

test('a signed body verifies; one with a changed byte does not', () => {
  const headers = { ...sign(secret, 'msg_1', now, body) };
  expect(prove(headers)).toBe('msg_1');
  for (const changed of ['{"a":2}', '{"a": 1}', '\ufeff{"a":1}', '{"a":1}\n', ''])
    expect(prove(headers, Buffer.from(changed)), changed).toBeNull();
  expect(prove({ ...headers, 'webhook-id': 'msg_2' })).toBeNull();
  expect(prove({ ...headers, 'webhook-timestamp': String(now / 1_000 + 1) })).toBeNull();
});

test('a timestamp within 300 s is accepted, beyond it is not, on either side', () => {
  for (const [seconds, ok] of [
    [0, true],
    [299, true],
    [300, true],
    [301, false],
    [-299, true],
    [-300, true],
    [-301, false],
    [86_400, false],
  ] as const) {
    expect(prove({ ...sign(secret, 'msg_1', now + seconds * 1_000, body) }) !== null, String(seconds)).toBe(
      ok,
    );
  }
});

test('while rotating both secrets are accepted, a retired one is not', () => {
  const old = sign(other, 'msg_1', now, body);
  const young = sign(secret, 'msg_1', now, body);
  expect(prove({ ...old }, body, [secret, other])).toBe('msg_1');
  expect(prove({ ...young }, body, [secret, other])).toBe('msg_1');
  expect(prove({ ...old }, body, [secret])).toBeNull();
  expect(
    prove(
      {
        ...young,
        'webhook-signature': `${old['webhook-signature']} v1a,${'A'.repeat(86)}== ${young['webhook-signature']}`,
      },
      body,
      [secret],
    ),
  ).toBe('msg_1');
});

test('malformed headers verify nothing', () => {
  const good = sign(secret, 'msg_1', now, body);
  const raw = good['webhook-signature'].slice(3);
  const hex = createHmac('sha256', secretKey(secret)!)
    .update(`msg_1.${good['webhook-timestamp']}.`)
    .update(body)
    .digest('hex');
  const bad: Record<string, unknown>[] = [
    {},
    { ...good, 'webhook-id': undefined },
    { ...good, 'webhook-timestamp': undefined },
    { ...good, 'webhook-signature': undefined },
    ...['', ' ', 'a.b', 'a b', 'x'.repeat(257), 'mög', ['msg_1']].map((id) => ({
      ...good,
      'webhook-id': id,
    })),
    ...[
      '',
      '0',
      '-1',
      '1.5',
      '1e9',
      ' 1763442000',
      '1763442000 ',
      '01763442000',
      'now',
      '9'.repeat(20),
      '0x6919d5d0',
      [good['webhook-timestamp']],
    ].map((timestamp) => ({ ...good, 'webhook-timestamp': timestamp })),
    ...[
      '',
      'v1',
      'v1,',
      raw,
      `v1 ${raw}`,
      `v1=${raw}`,
      `v2,${raw}`,
      `V1,${raw}`,
      `v1a,${raw}`,
      `v1,${hex}`,
      `v1,${raw.slice(0, -1)}`,
      `v1,${raw}=`,
      `v1,${raw.slice(2)}`,
      `v1,${raw.replace(/^./, (c) => (c === 'A' ? 'B' : 'A'))}`,
      `v1,${raw.toLowerCase()}`,
      `v1,-${raw.slice(1)}`,
      `${'v1,'.repeat(700)}${raw}`,
      [good['webhook-signature']],
      'v1,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
    ].map((signature) => ({ ...good, 'webhook-signature': signature })),
  ];
  expect(bad.length).toBeGreaterThanOrEqual(40);
  for (const headers of bad) expect(prove(headers), JSON.stringify(headers)).toBeNull();
  expect(prove({ ...good })).toBe('msg_1');
});

test('of a long list the first ten signatures are tried, and a header of more than 2,048 characters is not read', () => {
  const good = sign(secret, 'msg_1', now, body);
  const listed = (wrong: number): string =>
    [...Array<string>(wrong).fill(`v1,${'A'.repeat(43)}=`), good['webhook-signature']].join(' ');
  expect(prove({ ...good, 'webhook-signature': listed(9) })).toBe('msg_1');
  expect(prove({ ...good, 'webhook-signature': listed(10) })).toBeNull();
  const padded = (length: number): string => good['webhook-signature'].padEnd(length, ' ');
  expect(prove({ ...good, 'webhook-signature': padded(2_048) })).toBe('msg_1');
  expect(prove({ ...good, 'webhook-signature': padded(2_049) })).toBeNull();
});

test('a missing or invalid secret verifies nothing', () => {
  const empty = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(now / 1_000),
    'webhook-signature': `v1,${createHmac('sha256', Buffer.alloc(32))
      .update(`msg_1.${now / 1_000}.`)
      .update(body)
      .digest('base64')}`,
  };
  for (const secrets of [[], [''], ['whsec_'], ['whsec_short'], [secret.slice(6)]]) {
    expect(prove({ ...sign(secret, 'msg_1', now, body) }, body, secrets)).toBeNull();
    expect(prove(empty, body, secrets)).toBeNull();
  }
  expect(secretKey(`whsec_${randomBytes(23).toString('base64')}`)).toBeNull();
  expect(secretKey(`whsec_${randomBytes(65).toString('base64')}`)).toBeNull();
});
