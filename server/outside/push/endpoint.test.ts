import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { allowedEndpoint, isPublicAddress, postPush, usableKeys } from './endpoint.ts';
import { openPushReceiver } from '#tests/kit/push-receiver.ts';

const outside = { hosts: [], loopback: false };

test.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAA',
  'https://wns2-par02p.notify.windows.com/w/?token=x',
  'https://web.push.apple.com/QP3',
])('the browsers’ own services are called: %s', (url) =>
  expect(allowedEndpoint(url, outside)?.href).toBe(new URL(url).href),
);

test.each([
  'http://fcm.googleapis.com/x',
  'https://fcm.googleapis.com.evil.example/x',
  'https://evilfcm.googleapis.com/x',
  'https://push.services.mozilla.com.evil.example/',
  'https://push.services.mozilla.com/',
  'https://fcm.googleapis.com:444/x',
  'https://fcm.googleapis.com@evil.example/x',
  'https://127.0.0.1/x',
  'https://2130706433/x',
  'https://0x7f.1/x',
  'https://[::1]/x',
  'https://[::ffff:a00:1]/x',
  'https://localhost/x',
  'https://fcm.googleapis.com/x#y',
  'file:///etc/passwd',
  'gopher://fcm.googleapis.com/',
  'not an address',
  `https://fcm.googleapis.com/${'x'.repeat(2_000)}`,
])('nothing else is: %s', (url) => expect(allowedEndpoint(url, outside)).toBeNull());

test('configured hosts are called, subdomains only with a star, this machine only with the switch', () => {
  const rule = { hosts: ['push.example.org', '*.more.example.org'], loopback: false };
  expect(
    ['https://push.example.org/x', 'https://a.more.example.org/x'].map(
      (url) => allowedEndpoint(url, rule) !== null,
    ),
  ).toEqual([true, true]);
  expect(
    ['https://a.push.example.org/x', 'https://more.example.org/x'].map((url) => allowedEndpoint(url, rule)),
  ).toEqual([null, null]);
  expect(allowedEndpoint('http://127.0.0.1:4000/x', { hosts: [], loopback: true })?.port).toBe('4000');
  expect(allowedEndpoint('http://10.0.0.1:4000/x', { hosts: [], loopback: true })).toBeNull();
});

test('private addresses are recognised in every address family', () => {
  const inside = [
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
  ];
  const inside6 = [
    '::1',
    '::',
    '::ffff:10.0.0.1',
    'fe80::1',
    'fd00::1',
    'ff02::1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    'nonsense',
  ];
  expect([...inside, ...inside6].filter(isPublicAddress)).toEqual([]);
  expect(['142.250.1.1', '8.8.8.8', '2607:f8b0::1', '::ffff:8.8.8.8'].filter(isPublicAddress)).toHaveLength(
    4,
  );
});

test('a name that resolves to a private address is not called', async () => {
  const message = { headers: {}, body: Buffer.alloc(1) };
  await expect(
    postPush('https://localhost/', message, { hosts: ['localhost'], loopback: false }),
  ).rejects.toThrow('localhost leads to an address inside.');
  await expect(postPush('https://evil.example/', message, outside)).rejects.toThrow(
    'not one of a push service',
  );
});

test('redirects are not followed, and an endless answer is cut', async () => {
  const receiver = await openPushReceiver();
  onTestFinished(() => receiver.close());
  const { endpoint } = receiver.browser('one');
  receiver.answer('one', 307);
  expect(
    (await postPush(endpoint, { headers: {}, body: Buffer.alloc(1) }, { hosts: [], loopback: true })).status,
  ).toBe(307);
  const endless = createServer((_request, reply) => {
    const timer = setInterval(() => reply.write('x'.repeat(1_000)), 1);
    reply.on('close', () => clearInterval(timer));
  });
  await new Promise<void>((done) => endless.listen(0, '127.0.0.1', done));
  onTestFinished(() => void endless.close());
  const url = `http://127.0.0.1:${(endless.address() as AddressInfo).port}/`;
  expect(
    (await postPush(url, { headers: {}, body: Buffer.alloc(1) }, { hosts: [], loopback: true })).output,
  ).toHaveLength(4_096);
});

test('invalid keys are rejected before anything is encrypted', async () => {
  const receiver = await openPushReceiver();
  onTestFinished(() => receiver.close());
  const { p256dh, auth } = receiver.browser('one').keys;
  expect(usableKeys(p256dh, auth)).toBe(true);
  for (const [point, secret] of [
    [p256dh.slice(2), auth],
    [p256dh, auth.slice(2)],
    [`B${'A'.repeat(86)}`, auth],
    ['', ''],
    ['<script>', auth],
  ])
    expect(usableKeys(point!, secret!)).toBe(false);
});
