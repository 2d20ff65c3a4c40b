import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sign } from '#server/sources/signature.ts';
import { webhookSecret } from '#tests/kit/browser.ts';
import { temporaryFolder } from '#tests/kit/folder.ts';
import { signIn } from '#tests/kit/house.ts';
import { startHouse } from '#tests/kit/process-house.ts';

/** Steps of docs/runbook.md as they are written there, with the command lines, on the embedded store. */
let folder: string;
beforeAll(() => {
  folder = temporaryFolder('ops-runbook-');
});
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

const script = (name: string): string => fileURLToPath(new URL(`../../server/${name}.ts`, import.meta.url));
function run(name: string, args: readonly string[], dataDir: string): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script(name), ...args], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: dataDir },
  });
  return { status, said: `${stdout}${stderr}` };
}

test('start, rotate a webhook secret, back up while it works, rebuild, restore elsewhere, to a position too, and start there', async () => {
  const base = join(folder, randomUUID());
  const dataDir = join(base, 'data');
  mkdirSync(base, { mode: 0o711 });
  const key = join(base, 'key');
  const file = join(base, 'ops.backup');
  writeFileSync(key, 'k'.repeat(48));
  const [old, fresh] = [webhookSecret(), webhookSecret()];

  // Rotate secrets: both are good while two are named.
  let house = await startHouse({ DATA_DIR: dataDir, WEBHOOK_SECRET_CUSTOMER: `${fresh} ${old}` });
  const told = async (secret: string): Promise<number> => {
    const body = JSON.stringify({ unusable: randomUUID() });
    const answer = await fetch(`${house.url}/relay/webhooks/customer`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...sign(secret, randomUUID(), Date.now(), body) },
      body,
    });
    return answer.status;
  };
  expect([await told(old), await told(fresh)]).toEqual([202, 202]);
  const agent = await signIn(house.url, 'agent1');
  const early = await agent.order('signup-new', 'start', { pooId: 1, applicant: { name: 'Anita Rao' } });
  const late = await agent.order('signup-new', 'start', { pooId: 1, applicant: { name: 'Bela Rao' } });
  expect(late.body.position).toBeGreaterThan(early.body.position);

  // Backup, by the socket of the house that holds the store.
  expect(existsSync(join(dataDir, 'postgres.socket'))).toBe(true);
  const backup = run('operations/backup', [file, '--key', key], dataDir);
  expect(backup.said).toMatch(/position \d+, \d+ rows/);
  expect(backup.status, backup.said).toBe(0);
  expect(run('operations/restore', [file, '--key', key], dataDir)).toMatchObject({ status: 1 });
  await house.kill('SIGTERM');
  expect(house.child.exitCode).toBe(0);

  // Rotated: the old secret is gone.
  house = await startHouse({ DATA_DIR: dataDir, WEBHOOK_SECRET_CUSTOMER: fresh });
  expect([await told(old), await told(fresh)]).toEqual([401, 202]);
  await house.kill('SIGTERM');

  // Rebuild a view: compared, then put in place.
  for (const args of [[], ['--switch']]) {
    const rebuilt = run('rebuild', args, dataDir);
    expect(rebuilt.status, rebuilt.said).toBe(0);
    expect(rebuilt.said).toMatch(/unbroken/);
    expect(rebuilt.said).toMatch(/Seals of the log: seals fit up to position [1-9]\d*\.\nSeals of the access log: seals fit up to position [1-9]\d*\./);
    expect(rebuilt.said).not.toContain('DIFFER');
  }

  // Restore into new folders: one has the key of the seals, the other has not.
  mkdirSync(join(base, 'whole'), { mode: 0o711 });
  copyFileSync(join(dataDir, 'second-factor.key'), join(base, 'whole', 'second-factor.key'));
  const whole = run('operations/restore', [file, '--key', key], join(base, 'whole'));
  expect(whole.status, whole.said).toBe(0);
  expect(whole.said).toMatch(/unbroken[\s\S]*equal a replay/);
  expect(whole.said).toMatch(/Seals of the log: seals fit up to position [1-9]\d*\./);
  const cut = run('operations/restore', [file, '--key', key, '--position', String(early.body.position)], join(base, 'cut'));
  expect(cut.status, cut.said).toBe(0);
  expect(cut.said).toContain(`up to position ${early.body.position}`);
  expect(cut.said).toMatch(/Seals of the log: no seal of a key that is here; \d+ seals are of keys that are not here/);
  expect(run('operations/restore', [file, '--position', 'yesterday'], join(base, 'none')).said).toContain('--at <ISO instant>');
  for (const [where, has] of [
    ['whole', true],
    ['cut', false],
  ] as const) {
    const again = await startHouse({ DATA_DIR: join(base, where) });
    const same = await signIn(again.url, 'agent1');
    const next = await same.order('signup-new', 'start', { pooId: 1, applicant: { name: 'Chitra Rao' } });
    expect(next.status, where).toBe(200);
    const admin = await signIn(again.url, 'admin');
    expect((await admin.get('/health')).body.seals, where).toMatchObject({ log: { broken: null }, access: { broken: null } });
    expect((await admin.get('/health')).body.store.position, where).toBeGreaterThanOrEqual(has ? late.body.position : early.body.position);
    await again.kill('SIGTERM');
    expect(run('rebuild', [], join(base, where)).said, where).toMatch(/Seals of the log: seals fit up to position [1-9]\d*/);
  }
});
