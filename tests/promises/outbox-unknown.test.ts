import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Service } from '#shared/core/view.ts';
import { outboxRoutes } from '#server/sources/outbox-routes.ts';
import { openOutbox } from '#server/sources/outbox.ts';
import { people } from '#tests/kit/life.ts';
import { openSourcesServer, type SourcesServer } from '#tests/kit/sources-server.ts';
import { json, openStub, type StubService } from '#tests/kit/stub-service.ts';
import { count, limitFor } from '#tests/kit/tiers.ts';

/**
 * P40: commands to a service that stores them and loses the answer, stores them late, never receives them, or
 * refuses them. Each is settled without a second effect, or listed for a person.
 */
let it: SourcesServer;
let stub: StubService;
const stored = new Map<string, number>();
const posts = new Map<string, number>();
/** Commands that were sent although the service had reported that it has them. */
const blind: string[] = [];
const shownAsStored = new Set<string>();

const end = (key: string): 'lost answer' | 'late' | 'never' | 'refused' | 'well' =>
  (['lost answer', 'late', 'never', 'refused', 'well'] as const)[Number(key.replace(/\D/g, '')) % 5]!;

beforeAll(async () => {
  stub = await openStub((request, response, url, body) => {
    if (request.method !== 'POST') {
      const key = url.searchParams.get('iSignupId')!;
      if (stored.has(key)) shownAsStored.add(key);
      return json(response, 200, stored.has(key) ? [{ iSignupId: key, iCustomerId: stored.get(key) }] : []);
    }
    const command = JSON.parse(body) as Record<string, unknown>;
    const key = String(command['iSignupId']);
    const sent = (posts.get(key) ?? 0) + 1;
    posts.set(key, sent);
    if (shownAsStored.has(key)) blind.push(key);
    const keep = (): void => {
      if (!stored.has(key)) stored.set(key, 7_000 + stored.size);
    };
    switch (end(key)) {
      case 'lost answer':
        keep();
        return void response.socket?.destroy();
      case 'late':
        // Hangs, and stores the command a moment after the caller's timeout.
        if (sent === 1) return void setTimeout(keep, 500);
        break;
      case 'never':
        if (sent === 1) return undefined;
        break;
      case 'refused':
        return json(response, 422, { code: 'noSuchPlace' });
      case 'well':
        break;
    }
    keep();
    return json(response, 200, { ...command, iCustomerId: stored.get(key) });
  });
  it = await openSourcesServer({
    register: outboxRoutes,
    viewer: {
      ...people['agent1']!,
      rights: new Set(['Dashboard/deadLetters:view', 'Dashboard/deadLetters:edit']),
    },
  });
});
afterAll(async () => {
  await it?.close();
  await stub?.close();
});

async function complete(id: number): Promise<void> {
  const record = {
    pooId: 1,
    applicant: { name: 'Lakshmi Iyer', phone: '5550140301', language: 'kn' },
    address: { line: '14, 3rd Cross', pincode: '560041' },
    patients: [{ name: 'Lakshmi Iyer', relation: 'self', dob: '1958-03-12', gender: 'female' }],
  };
  const at = new Date(it.clock.now()).toISOString();
  const event = (version: number, type: string, data: Record<string, unknown>) => ({
    stream: `signup-${id}`,
    version,
    id: it.server.newId(),
    type,
    at,
    actor: { kind: 'system' as const, empId: null, name: 'server' },
    data,
    correlationId: 'c',
    causationId: null,
    schemaVersion: 1,
  });
  await it.append([
    event(1, 'SignupSubmitted', { record, submittedBy: null, placeAt: at }),
    event(2, 'SignupCompleted', { customerId: id, patientIds: [] }),
  ]);
}

test(
  `P40: ${count('unanswered')} commands with five outcomes: each is settled or listed, none is done twice`,
  async () => {
    const outbox = openOutbox({
      server: it.server,
      urls: new Map([['customer' as Service, stub.url]]),
      timeoutMs: 250,
      onError: (error) => expect.fail(String(error)),
    });
    await outbox.start();
    const ids = Array.from({ length: count('unanswered') }, (_, n) => 5_000 + n);
    for (const id of ids) await complete(id);
    const open = async (): Promise<number> =>
      Number(
        (
          await it.server.pool.query<{ n: string }>(
            "select count(*) as n from source_outbox where state not in ('done', 'dead')",
          )
        ).rows[0]!.n,
      );
    await outbox.run();
    expect(await open()).toBeGreaterThan(0);
    for (let round = 0; (await open()) > 0 && round < 40 + ids.length; round += 1) {
      it.clock.pass(5_000);
      await outbox.run();
    }
    await outbox.stop();
    expect(await open()).toBe(0);
    expect(blind).toEqual([]);
    const expected = ids.map((id) => `console-${id}`).filter((key) => end(key) !== 'refused');
    expect([...stored.keys()].toSorted()).toEqual(expected.toSorted());
    for (const key of expected) expect(posts.get(key), `${key} ${end(key)}`).toBeLessThanOrEqual(2);
    const listed = (await it.app.inject('/relay/outbox')).json() as {
      total: number;
      items: { state: string; key: string }[];
    };
    expect(listed.total).toBe(ids.length - expected.length);
    expect(listed.items.every(({ state, key }) => state === 'dead' && end(key) === 'refused')).toBe(true);
    const tied = await it.server.pool.query(
      "select 1 from source_ids where service = 'customer' and stream like 'customer-%'",
    );
    expect(tied.rowCount).toBe(expected.length);
  },
  limitFor('unanswered'),
);
