import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '#tests/kit/feed-client.ts';
import { signIn, type Person } from '#tests/kit/server.ts';
import { goal } from '#tests/kit/tiers.ts';
import { sendRaw, startAttacked, type Attacked, type RawConnection } from './kit.ts';

/** P37: slow bodies block nothing that others need. */
let target: Attacked;
let person: Person;
beforeAll(async () => {
  target = await startAttacked();
  person = await signIn(target.url, 'agent1');
});
afterAll(() => target?.close());

const paths: Readonly<Record<string, () => string>> = {
  'sign-in': () =>
    'POST /employee/api/v2/SignIn/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n',
  webhooks: () => 'POST /relay/webhooks/customer HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n',
  commands: () =>
    `POST /commands/signup/new/start HTTP/1.1\r\nhost: x\r\ncookie: ${person.cookie}\r\nauthtoken: ${person.token}\r\nidempotency-key: ${randomUUID()}\r\ncontent-type: application/json\r\n`,
};

for (const [name, head] of Object.entries(paths))
  test(`a thousand slow bodies to ${name} do not keep others from being served`, async () => {
    const held: RawConnection[] = Array.from({ length: 1_000 }, () =>
      sendRaw(target.url, `${head()}content-length: 1000\r\n\r\n{`),
    );
    try {
      await pause(1_500);
      const from = performance.now();
      const answers = await Promise.all([
        person.get('/access/me'),
        person.command('signup-new', 'start', { pooId: 1, applicant: { name: 'Anita Rao' } }),
        signIn(target.url, 'agent2').then(() => ({ status: 200 })),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(performance.now() - from).toBeLessThan(goal(5_000));
      await until('most of them are answered', () => held.filter((one) => one.ended()).length >= 900);
      expect(held.find((one) => one.ended())!.received()).toMatch(/^HTTP\/1.1 408 .*"code":"bodyTooSlow"/s);
    } finally {
      for (const { socket } of held) socket.destroy();
    }
  });

test('a body that arrives in pieces within the time limit is accepted', async () => {
  const body = JSON.stringify({ loginId: 'agent1', password: 'Demo@1234' });
  const one = sendRaw(
    target.url,
    `${paths['sign-in']!()}content-length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
  );
  await pause(2_000);
  one.socket.write(body.slice(5));
  await until('it is answered', () => one.received().startsWith('HTTP/1.1 200'));
  one.socket.destroy();
});

test('a client that disconnects in the middle of a body is no error', () => {
  expect(target.faults()).toEqual([]);
});
