import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sign } from '#server/sources/signature.ts';
import { webhookSecret } from '#tests/kit/browser.ts';
import { temporaryFolder } from '#tests/kit/folder.ts';
import { signIn } from '#tests/kit/server.ts';
import { startServer } from '#tests/kit/process-server.ts';

/** The steps of docs/runbook.md with the command lines written there, on the embedded store. */
let folder: string;
beforeAll(() => {
  folder = temporaryFolder('ops-runbook-');
});
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

const script = (name: string): string => fileURLToPath(new URL(`../../server/${name}.ts`, import.meta.url));
function run(
  name: string,
  args: readonly string[],
  dataDir: string,
): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script(name), ...args], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: dataDir },
  });
  return { status, output: `${stdout}${stderr}` };
}

test('start, rotate a webhook secret, back up under load, rebuild, restore elsewhere, also to a position, and start there', async () => {
  // Short: a socket's path has few characters, and beyond them it would lie elsewhere.
  const base = join(folder, 'a');
  const dataDir = join(base, 'data');
  mkdirSync(base, { mode: 0o711 });
  const key = join(base, 'key');
  const file = join(base, 'ops.backup');
  writeFileSync(key, 'k'.repeat(48));
  const [old, fresh] = [webhookSecret(), webhookSecret()];

  // Rotate secrets: both are valid while two are configured.
  let server = await startServer({ DATA_DIR: dataDir, WEBHOOK_SECRET_CUSTOMER: `${fresh} ${old}` });
  const emitted = async (secret: string): Promise<number> => {
    const body = JSON.stringify({ unusable: randomUUID() });
    const answer = await fetch(`${server.url}/relay/webhooks/customer`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...sign(secret, randomUUID(), Date.now(), body) },
      body,
    });
    return answer.status;
  };
  expect([await emitted(old), await emitted(fresh)]).toEqual([202, 202]);
  const agent = await signIn(server.url, 'agent1');
  const early = await agent.command('signup-new', 'start', { pooId: 1, applicant: { name: 'Anita Rao' } });
  const late = await agent.command('signup-new', 'start', { pooId: 1, applicant: { name: 'Bela Rao' } });
  expect(late.body.position).toBeGreaterThan(early.body.position);

  // Backup through the socket of the server that holds the store.
  expect(existsSync(join(dataDir, 'postgres.socket'))).toBe(true);
  const backup = run('operations/backup', [file, '--key', key], dataDir);
  expect(backup.output).toMatch(/position \d+, \d+ rows/);
  expect(backup.status, backup.output).toBe(0);
  expect(run('operations/restore', [file, '--key', key], dataDir)).toMatchObject({ status: 1 });
  await server.kill('SIGTERM');
  expect(server.child.exitCode).toBe(0);

  // Rotated: the old secret is no longer valid.
  server = await startServer({ DATA_DIR: dataDir, WEBHOOK_SECRET_CUSTOMER: fresh });
  expect([await emitted(old), await emitted(fresh)]).toEqual([401, 202]);
  await server.kill('SIGTERM');

  // Rebuild a view: compared, then put in place.
  for (const args of [[], ['--switch']]) {
    const rebuilt = run('rebuild', args, dataDir);
    expect(rebuilt.status, rebuilt.output).toBe(0);
    expect(rebuilt.output).toMatch(/unbroken/);
    expect(rebuilt.output).toMatch(
      /Seals of the log: seals fit up to position [1-9]\d*\.\nSeals of the access log: seals fit up to position [1-9]\d*\./,
    );
    expect(rebuilt.output).not.toContain('DIFFER');
  }

  // Restore into new folders: one with the seal key, the other without.
  mkdirSync(join(base, 'whole'), { mode: 0o711 });
  copyFileSync(join(dataDir, 'second-factor.key'), join(base, 'whole', 'second-factor.key'));
  const whole = run('operations/restore', [file, '--key', key], join(base, 'whole'));
  expect(whole.status, whole.output).toBe(0);
  expect(whole.output).toMatch(/unbroken[\s\S]*equal a replay/);
  expect(whole.output).toMatch(/Seals of the log: seals fit up to position [1-9]\d*\./);
  const cut = run(
    'operations/restore',
    [file, '--key', key, '--position', String(early.body.position)],
    join(base, 'cut'),
  );
  expect(cut.status, cut.output).toBe(0);
  expect(cut.output).toContain(`up to position ${early.body.position}`);
  expect(cut.output).toMatch(
    /Seals of the log: no seal of a key that is here; \d+ seals are of keys that are not here/,
  );
  expect(run('operations/restore', [file, '--position', 'yesterday'], join(base, 'none')).output).toContain(
    '--at <ISO instant>',
  );
  for (const [where, has] of [
    ['whole', true],
    ['cut', false],
  ] as const) {
    const again = await startServer({ DATA_DIR: join(base, where) });
    const same = await signIn(again.url, 'agent1');
    const next = await same.command('signup-new', 'start', { pooId: 1, applicant: { name: 'Chitra Rao' } });
    expect(next.status, where).toBe(200);
    const admin = await signIn(again.url, 'admin');
    expect((await admin.get('/health')).body.seals, where).toMatchObject({
      log: { broken: null },
      access: { broken: null },
    });
    expect((await admin.get('/health')).body.store.position, where).toBeGreaterThanOrEqual(
      has ? late.body.position : early.body.position,
    );
    await again.kill('SIGTERM');
    expect(run('rebuild', [], join(base, where)).output, where).toMatch(
      /Seals of the log: seals fit up to position [1-9]\d*/,
    );
  }
});
