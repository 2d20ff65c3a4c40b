import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendRaw, type RawConnection } from '#tests/attacks/kit.ts';
import { until } from '#tests/kit/feed-client.ts';
import { signIn, type Person } from '#tests/kit/server.ts';
import { goal } from '#tests/kit/tiers.ts';
import { openTopology, type Topology } from '#tests/kit/topology.ts';

/** P37 behind the load balancer of docker-compose.yml: all bodies arrive from its one address, and each names its sender's. */
let t: Topology;
let person: Person;
beforeAll(async () => {
  t = await openTopology({ demo: true });
  person = await signIn(t.url, 'agent1');
});
afterAll(() => t?.stop());

const paths: Readonly<Record<string, () => string>> = {
  'sign-in': () => 'POST /employee/api/v2/SignIn/login HTTP/1.1\r\nhost: x\r\n',
  webhooks: () => 'POST /relay/webhooks/customer HTTP/1.1\r\nhost: x\r\n',
  commands: () =>
    `POST /commands/signup/new/start HTTP/1.1\r\nhost: x\r\ncookie: ${person.cookie}\r\nauthtoken: ${person.token}\r\nidempotency-key: ${randomUUID()}\r\n`,
};

for (const [name, head] of Object.entries(paths))
  test(`P37: a thousand slow bodies to ${name} through the load balancer do not keep others from being served`, async () => {
    const held: RawConnection[] = Array.from({ length: 1_000 }, () =>
      sendRaw(t.url, `${head()}content-type: application/json\r\ncontent-length: 1000\r\n\r\n{`, '127.0.0.2'),
    );
    try {
      await until('they are on their way to the nodes', () =>
        Object.values(t.route.given()).every((given) => given > 400),
      );
      const from = performance.now();
      const answers = await Promise.all([
        person.get('/access/me'),
        person.command('signup-new', 'start', { pooId: 1, applicant: { name: 'Anita Rao' } }),
        signIn(t.url, 'agent2').then(() => ({ status: 200 })),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(performance.now() - from).toBeLessThan(goal(5_000));
      await until('most of them are answered', () => held.filter((one) => one.ended()).length >= 900);
      expect(held.find((one) => one.ended())!.received()).toMatch(/^HTTP\/1.1 408 .*"code":"bodyTooSlow"/s);
      expect(t.route.well()).toHaveLength(2);
    } finally {
      for (const { socket } of held) socket.destroy();
    }
  });
