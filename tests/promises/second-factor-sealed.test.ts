import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { secondFactorKeyFile, secondFactorKeys, seedSeal } from '#server/access/second-factor-keys.ts';
import { totp } from '#server/access/second-factor.ts';
import { openAccessServer, testNow } from '#tests/kit/access-server.ts';
import { seedOf } from '#tests/kit/authenticator.ts';

const step = (at: number): number => Math.floor(at / 30_000);

describe('the seeds of second factors', () => {
  let databaseUrl: string;
  let first: Awaited<ReturnType<typeof openAccessServer>>;
  const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
  const open = (secondFactorKeys: readonly Buffer[]) => openAccessServer({ databaseUrl, secondFactorKeys });
  beforeAll(async () => {
    first = await openAccessServer({ secondFactorKeys: [oldKey] });
    databaseUrl = first.databaseUrl;
  });
  afterAll(() => first?.close());

  const kept = async (empId: number): Promise<{ secret: Buffer; key_id: string | null }> =>
    (await first.pool.query('select secret, key_id from access_second_factors where emp_id = $1', [empId]))
      .rows[0];

  it('are nowhere in the database in clear', async () => {
    const { secret } = await first.access.secondFactors.enrol(101, 'Ravi');
    const seed = seedOf(secret);
    expect(seed).toHaveLength(20);
    const row = await kept(101);
    expect(row.secret.includes(seed)).toBe(false);
    expect(row.secret.toString('latin1')).not.toContain(secret);
    expect(row.key_id).toBe(seedSeal([oldKey]).keyId);
    expect(await first.access.secondFactors.verify(101, totp(seed, step(testNow)), 'enrolling')).toBe(true);
  });

  it('do not decrypt after they are moved to another person’s row or changed by a byte', async () => {
    const { secret } = await first.access.secondFactors.enrol(102, 'Asha');
    const row = await kept(102);
    await first.pool.query(
      'insert into access_second_factors (emp_id, secret, key_id) values (103, $1, $2) on conflict (emp_id) do update set secret = excluded.secret, key_id = excluded.key_id, confirmed_at = null',
      [row.secret, row.key_id],
    );
    const code = totp(seedOf(secret), step(testNow));
    await expect(first.access.secondFactors.verify(103, code, 'enrolling')).rejects.toMatchObject({
      code: 'secondFactorUnreadable',
      status: 503,
    });
    const bent = Buffer.from(row.secret);
    bent[bent.length - 1]! ^= 1;
    await first.pool.query('update access_second_factors set secret = $1 where emp_id = 103', [bent]);
    await expect(first.access.secondFactors.verify(103, code, 'enrolling')).rejects.toMatchObject({
      code: 'secondFactorUnreadable',
    });
    await first.pool.query('delete from access_second_factors where emp_id = 103');
  });

  it('stored in clear by an older version are sealed at the next start and unchanged', async () => {
    const plain = randomBytes(20);
    await first.pool.query(
      'insert into access_second_factors (emp_id, secret, confirmed_at) values (104, $1, now()) on conflict (emp_id) do update set secret = excluded.secret, key_id = null, last_step = 0, confirmed_at = now()',
      [plain],
    );
    const next = await open([oldKey]);
    expect(next.faults).toEqual([]);
    const row = await kept(104);
    expect(row.key_id).not.toBeNull();
    expect(row.secret.includes(plain)).toBe(false);
    expect(await next.access.secondFactors.verify(104, totp(plain, step(testNow)), 'on')).toBe(true);
    await next.close();
  });

  it('are re-encrypted with a new key while the old one is still known; a server without their key reports it and loses nothing', async () => {
    const { secret } = await first.access.secondFactors.enrol(105, 'Old key');
    const stranger = await open([newKey]);
    expect(String(stranger.faults[0])).toMatch(/SECOND_FACTOR_KEY/);
    await expect(
      stranger.access.secondFactors.verify(105, totp(seedOf(secret), step(testNow)), 'enrolling'),
    ).rejects.toMatchObject({
      code: 'secondFactorUnreadable',
    });
    await stranger.close();
    const rotating = await open([newKey, oldKey]);
    expect(rotating.faults).toEqual([]);
    expect((await kept(105)).key_id).toBe(seedSeal([newKey]).keyId);
    await rotating.close();
    const after = await open([newKey]);
    expect(after.faults).toEqual([]);
    expect(
      await after.access.secondFactors.verify(105, totp(seedOf(secret), step(testNow)), 'enrolling'),
    ).toBe(true);
    await after.close();
    await (await open([oldKey, newKey])).close();
  });

  it('have a generated key where none is configured: made once, readable by its owner only', () => {
    const folder = mkdtempSync(join(tmpdir(), 'ops-key-'));
    const [made] = secondFactorKeys({ secondFactorKeys: undefined }, folder);
    const [again] = secondFactorKeys({ secondFactorKeys: undefined }, folder);
    expect(again!.equals(made!)).toBe(true);
    expect(statSync(join(folder, secondFactorKeyFile)).mode & 0o777).toBe(0o600);
    expect(Buffer.from(readFileSync(join(folder, secondFactorKeyFile), 'utf8'), 'base64')).toHaveLength(32);
    expect(secondFactorKeys({ secondFactorKeys: [newKey] }, folder)).toEqual([newKey]);
    rmSync(folder, { recursive: true });
  });
});
