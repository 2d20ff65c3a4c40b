import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sign } from '#server/sources/signature.ts';
import { readSecrets } from '#server/sources/secrets.ts';
import { violationsIn } from '#tests/kit/checker.ts';
import { FeedClient, until } from '#tests/kit/feed-client.ts';
import { fillStore } from '#tests/kit/filled-store.ts';
import { signIn } from '#tests/kit/server.ts';
import { startServer } from '#tests/kit/process-server.ts';
import { leadMessage } from '#tests/kit/sources-server.ts';
import { needsRoot } from '#tests/kit/needs-root.ts';
import { openSmallDisk } from '#tests/kit/small-disk.ts';
import { count, limitFor } from '#tests/kit/tiers.ts';

/**
 * P26: a full disk is announced and survived: nothing acknowledged is lost, queries go on, the server does
 * not restart.
 */
test(
  `P26: a disk that fills up ${count('fullDisks')} times under load, first up to the reserve and then to the last byte`,
  async (context) => {
    needsRoot(context);
    const disk = openSmallDisk(320);
    const DATA_DIR = join(disk.folder, 'data');
    mkdirSync(DATA_DIR, { mode: 0o711 });
    await fillStore(DATA_DIR);
    const server = await startServer({ DATA_DIR });
    const acked: string[] = [];
    try {
      const [agent, admin] = [await signIn(server.url, 'agent1'), await signIn(server.url, 'admin')];
      const client = await new FeedClient(server.url, agent, 'notifications/me').ready();
      const command = async (): Promise<{ status: number; code?: string; retryAfter: string | null }> => {
        const key = randomUUID();
        const answer = await agent.send(
          'POST',
          '/commands/signup/new/start',
          { pooId: 1, applicant: { name: 'Anita Rao' } },
          { 'idempotency-key': key },
        );
        if (answer.status === 200) acked.push(key);
        return {
          status: answer.status,
          code: answer.body.code,
          retryAfter: answer.headers.get('retry-after'),
        };
      };
      const secret = readSecrets(DATA_DIR)!['lead']!;
      const webhook = async (): Promise<number> => {
        const body = JSON.stringify(leadMessage(90_000 + acked.length, 1));
        const headers = sign(secret, `msg_${randomUUID()}`, Date.now(), body);
        return (
          await fetch(`${server.url}/relay/webhooks/lead`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', ...headers },
            body,
          })
        ).status;
      };
      for (let round = 0; round < count('fullDisks'); round += 1) {
        expect((await command()).status).toBe(200);
        let over = false;
        const load = (async () => {
          while (!over) await command();
        })();
        disk.fill(round % 2 === 0 ? 24 * 1024 * 1024 : 0);
        const noticed = await until('announced', async () => (await command()).status === 503);
        over = true;
        await load;
        // The server has released its reserve to the store.
        await until('given up', () => !existsSync(join(DATA_DIR, 'reserve')));
        expect(await command()).toEqual({ status: 503, code: 'storageFull', retryAfter: '5' });
        expect(await webhook()).toBe(503);
        await until(
          'read only',
          async () => ((await admin.get('/health')).body as { store: { readOnly: boolean } }).store.readOnly,
        );
        expect((await agent.get('/feeds/queue/signup-queue')).status).toBe(403);
        expect((await admin.get('/feeds/queue/signup-queue')).body.rows.length).toBeGreaterThan(0);
        client.mode = undefined;
        await client.open();
        expect(client.mode).toBeDefined();
        expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
        disk.free();
        const resumed = await until('written again', async () => (await command()).status === 200);
        await until('held again', () => existsSync(join(DATA_DIR, 'reserve')));
        expect([200, 202]).toContain(await webhook());
        console.log(
          `round ${round}: announced after ${noticed.toFixed(0)} ms, writing again ${resumed.toFixed(0)} ms after there was room`,
        );
      }
      client.close();
      expect(server.child.exitCode).toBeNull();
      await server.kill('SIGTERM');
      expect(await violationsIn(DATA_DIR, { answered: acked })).toEqual([]);
    } finally {
      await server.kill();
      disk.close();
    }
  },
  limitFor('fullDisks'),
);
