import { randomBytes } from 'node:crypto';
import { cpSync, rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { firstBreakInAccessLog } from '#server/access/access-log.ts';
import { openSealer, type SealerParts } from '#server/operations/sealer.ts';
import { chains, type Chain } from '#server/store/chains.ts';
import { checkSeals, sealKeys, type SealVerdict } from '#server/store/seals.ts';
import { openWitness, type Witness } from '#server/store/seal-witness.ts';
import { verifyChain } from '#server/store/verify-chain.ts';
import { forge, writeTo } from '#tests/kit/chains.ts';
import { openPool } from '#tests/kit/connections.ts';
import { until } from '#tests/kit/feed-client.ts';
import { temporaryFolder } from '#tests/kit/folder.ts';
import { freshStore, type FreshStore } from '#tests/kit/fresh-store.ts';
import { openTestServer } from '#tests/kit/server.ts';

/**
 * P36: the seals, whose key is not in the database, reveal a rewrite of the whole database, hashes and heads
 * included.
 */
const both: readonly Chain[] = ['log', 'access'];
const key = randomBytes(32);
const keys = sealKeys([key]);
const last = 60;
let store: FreshStore;
let folder: string;
let witness: Witness;
beforeAll(async () => {
  store = await freshStore(4);
  folder = temporaryFolder('ops-sealed-');
  const sealer = await openSealer({ pool: store.pool, keys, witness: openWitness(folder), onError });
  for (let n = 1; n <= last; n += 1) {
    await writeTo(store.pool, n);
    if (n % 20 === 0) await sealer.seal();
  }
  // The rows after the last seal.
  await writeTo(store.pool, last + 1);
  await sealer.close();
});
beforeEach(() => {
  witness = openWitness(folder);
});
afterAll(async () => {
  await store?.close();
  rmSync(folder, { recursive: true, force: true });
});
function onError(error: unknown): never {
  throw error;
}

/** Runs the statement of somebody with all rights on the database, verifies, and rolls back. */
async function after(
  chain: Chain,
  sql: readonly string[],
  look: (over: Pool) => Promise<void>,
): Promise<void> {
  const client = await store.pool.connect();
  try {
    await client.query('begin');
    for (const table of [chains[chain].rows, chains[chain].seals])
      await client.query(`alter table ${table} disable trigger user`);
    for (const one of sql) await client.query(one);
    await look(client as unknown as Pool);
  } finally {
    await client.query('rollback');
    client.release();
  }
}
const walks = async (chain: Chain, over: Pool): Promise<boolean> =>
  chain === 'log' ? (await verifyChain(over)).ok : (await firstBreakInAccessLog(over)) === null;

const seals = (chain: Chain, upTo: number): string =>
  `delete from ${chains[chain].seals} where position > ${upTo}`;
const cut = (chain: Chain, at: number): string => `delete from ${chains[chain].rows} where position > ${at}`;
const bad = (position: number, why: string): SealVerdict => ({ ok: false, position, why }) as SealVerdict;

for (const chain of both) {
  const { rows } = chains[chain];
  const edit = (at: number): string =>
    `update ${rows} set body = replace(body, '10.0.0.1', '10.0.0.2') where position = ${at}`;

  test(`P36: untouched, every seal of the ${chain} chain fits`, async () => {
    expect(await checkSeals(store.pool, chain, keys, witness)).toEqual({
      ok: true,
      position: last,
      strange: 0,
    });
    expect(witness.last(chain)?.position).toBe(last);
  });

  test(`P36: a ${chain} chain recomputed from a row on is consistent, and the first seal after that row is named`, async () => {
    for (const [at, named] of [
      [1, 20],
      [10, 20],
      [20, 20],
      [21, 40],
      [60, 60],
    ] as const)
      await after(chain, [edit(at), forge(chain, at)], async (over) => {
        expect(await walks(chain, over), 'the chain alone says nothing').toBe(true);
        expect(await checkSeals(over, chain, keys, witness), `from ${at}`).toEqual(bad(named, 'changed'));
        expect(await checkSeals(over, chain, keys), 'without the witness').toEqual(bad(named, 'changed'));
      });
  });

  test(`P36: seals of the ${chain} chain that were forged to fit are not signed by their key`, async () => {
    const fit = `update ${chains[chain].seals} s set hash = r.hash from ${rows} r where r.position = s.position`;
    await after(chain, [edit(10), forge(chain, 10), fit], async (over) => {
      expect(await walks(chain, over)).toBe(true);
      expect(await checkSeals(over, chain, keys, witness)).toEqual(bad(20, 'forged'));
    });
    const other = chains[chain === 'log' ? 'access' : 'log'].seals;
    const moved = `update ${chains[chain].seals} s set mac = o.mac from ${other} o where o.position = s.position`;
    await after(chain, [moved], async (over) =>
      expect(await checkSeals(over, chain, keys, witness)).toEqual(bad(20, 'forged')),
    );
    // Under an unknown key name they prove nothing, and the server's witness contradicts them.
    await after(
      chain,
      [edit(10), forge(chain, 10), fit, `update ${chains[chain].seals} set key_id = 'nobody'`],
      async (over) => expect(await checkSeals(over, chain, keys, witness)).toEqual(bad(last, 'changed')),
    );
  });

  test(`P36: a ${chain} chain that was truncated is noticed, even when its seals were deleted with it`, async () => {
    await after(chain, [cut(chain, 30), forge(chain, 31)], async (over) => {
      expect(await walks(chain, over)).toBe(true);
      expect(await checkSeals(over, chain, keys, witness)).toEqual(bad(40, 'gone'));
    });
    await after(chain, [cut(chain, 30), seals(chain, 30), forge(chain, 31)], async (over) => {
      expect(await walks(chain, over)).toBe(true);
      expect(await checkSeals(over, chain, keys, witness)).toEqual(bad(last, 'gone'));
      // Nothing inside the database can show this: it is what the witness is for.
      expect(await checkSeals(over, chain, keys)).toEqual({ ok: true, position: 20, strange: 0 });
    });
    await after(chain, [seals(chain, 0)], async (over) =>
      expect(await checkSeals(over, chain, keys, witness)).toEqual(bad(last, 'gone')),
    );
  });

  test(`P36: rows after the last seal of the ${chain} chain are not covered by it`, async () => {
    await after(chain, [edit(last + 1), forge(chain, last + 1)], async (over) =>
      expect(await checkSeals(over, chain, keys, witness)).toEqual({ ok: true, position: last, strange: 0 }),
    );
  });

  test(`P36: a mismatch is reported once and never sealed over (${chain})`, async () => {
    const spoils: readonly (readonly [
      sql: readonly string[],
      position: number,
      why: string,
      saw: boolean,
    ])[] = [
      [[edit(10), forge(chain, 10)], last, 'changed', false],
      [[cut(chain, 30), forge(chain, 31)], last, 'gone', false],
      [[cut(chain, 30), seals(chain, 30), forge(chain, 31)], last, 'gone', true],
      [[`update ${chains[chain].seals} set mac = sha256(mac)`], last, 'forged', false],
      [
        [edit(last + 1), `update ${rows} set hash = sha256(hash) where position = ${last + 1}`],
        last + 1,
        'changed',
        false,
      ],
    ];
    for (const [sql, position, why, saw] of spoils)
      await after(chain, sql, async (over) => {
        const count = async (): Promise<number> =>
          Number((await over.query(`select count(*) as n from ${chains[chain].seals}`)).rows[0].n);
        const before = await count();
        const emitted: unknown[] = [];
        // A witness of this server's own: its seals of the other chain are rolled back.
        const place = temporaryFolder('ops-spoiled-');
        if (saw) cpSync(folder, place, { recursive: true });
        const sealer = await openSealer({
          pool: over,
          keys,
          witness: openWitness(place),
          onError: (error) => emitted.push(error),
        });
        await sealer.seal();
        expect(sealer.state()[chain].broken, sql.join()).toEqual({ position, why });
        expect(emitted.map(String)).toEqual([
          expect.stringContaining(`does not fit its seal at position ${position} (${why})`),
        ]);
        expect(await count()).toBe(before);
        await sealer.close();
        rmSync(place, { recursive: true, force: true });
      });
  });

  test(`P36: a seal of the ${chain} chain is never changed or deleted`, async () => {
    const { seals: table } = chains[chain];
    for (const sql of [`update ${table} set mac = sha256(mac)`, `delete from ${table}`, `truncate ${table}`])
      await expect(store.pool.query(sql)).rejects.toThrow('never changed or deleted');
  });
}

/** A store of its own in which both chains have ten positions. */
async function tenPlaces(): Promise<
  FreshStore & { folder: string; open(more?: Partial<SealerParts>): ReturnType<typeof openSealer> }
> {
  const own = await freshStore(4);
  const place = temporaryFolder('ops-ten-');
  for (let n = 1; n <= 10; n += 1) await writeTo(own.pool, n);
  return {
    ...own,
    folder: place,
    open: (more = {}) => openSealer({ pool: own.pool, keys, witness: openWitness(place), onError, ...more }),
  };
}

test('P36: with two keys the newer one seals what the older sealed, and then suffices alone', async () => {
  const own = await tenPlaces();
  await (await own.open()).close();
  const newer = randomBytes(32);
  await (await own.open({ keys: sealKeys([newer, key]) })).close();
  for (const chain of both) {
    expect(await checkSeals(own.pool, chain, sealKeys([newer, key]), openWitness(own.folder))).toEqual({
      ok: true,
      position: 10,
      strange: 0,
    });
    expect(await checkSeals(own.pool, chain, sealKeys([newer]))).toEqual({
      ok: true,
      position: 10,
      strange: 1,
    });
    expect(await checkSeals(own.pool, chain, sealKeys([randomBytes(32)]))).toEqual({
      ok: true,
      position: 0,
      strange: 2,
    });
  }
  // An older key does not seal over a chain that was changed under it.
  await own.pool.query('alter table events disable trigger user');
  await own.pool.query(`update events set body = replace(body, '10.0.0.1', '10.0.0.2') where position = 5`);
  await own.pool.query(forge('log', 5));
  const emitted: unknown[] = [];
  const later = await own.open({
    keys: sealKeys([randomBytes(32), newer]),
    onError: (error) => emitted.push(error),
  });
  expect(later.state().log.broken).toEqual({ position: 10, why: 'changed' });
  await later.close();
  await own.close();
});

test('P36: sealing follows a while after a write, runs no query without one, and happens on one of several nodes', async () => {
  const own = await tenPlaces();
  const requested = { a: 0, b: 0 };
  const counting = (name: 'a' | 'b'): Pool =>
    ({
      query: (...all: unknown[]) => {
        requested[name] += 1;
        return (own.pool.query as (...more: unknown[]) => unknown)(...all);
      },
    }) as unknown as Pool;
  const spanMs = 2_000;
  const a = await own.open({ pool: counting('a'), spanMs });
  const b = await own.open({ pool: counting('b'), spanMs });
  expect(a.state().log.position).toBe(10);
  requested.a = requested.b = 0;
  await pause(2 * spanMs);
  expect(requested, 'nobody wakes for nothing').toEqual({ a: 0, b: 0 });

  const sealsOf = async (chain: Chain): Promise<number[]> =>
    (
      await own.pool.query<{ position: string }>(
        `select position from ${chains[chain].seals} order by position`,
      )
    ).rows.map((row) => Number(row.position));
  for (let n = 11; n <= 20; n += 1) {
    await writeTo(own.pool, n);
    for (const one of [a, b]) one.touched();
  }
  expect(requested, 'writing costs no question').toEqual({ a: 0, b: 0 });
  await until('both know', () =>
    [a, b].every((one) => one.state().log.position === 20 && one.state().access.position === 20),
  );
  for (const chain of both) expect(await sealsOf(chain)).toEqual([10, 20]);

  // A node that starts while the other's seal is recent waits its turn.
  await writeTo(own.pool, 21);
  b.touched();
  await pause(spanMs / 2);
  await a.seal();
  await writeTo(own.pool, 22);
  await until('sealed again', async () => (await sealsOf('log')).at(-1) === 22);
  expect(await sealsOf('log')).toEqual([10, 20, 21, 22]);
  const { rows } = await own.pool.query<{ ms: number }>(
    'select extract(epoch from max(at) - min(at))::float8 * 1000 as ms from log_seals where position in (21, 22)',
  );
  expect(rows[0]!.ms).toBeGreaterThan(spanMs * 0.85);

  // Closing seals the rest.
  await writeTo(own.pool, 23);
  a.touched();
  await a.close();
  await b.close();
  for (const chain of both) expect((await sealsOf(chain)).at(-1)).toBe(23);
  await own.close();
});

test('P36: a server seals its writes before it closes, and one whose log was rewritten meanwhile reports it', async () => {
  const DATA_DIR = temporaryFolder('ops-sealed-server-');
  const env = { DATA_DIR, SECOND_FACTOR_KEY: key.toString('base64') };
  const open = () => openTestServer({ databaseUrl: filled, env });
  const origin = await openTestServer({ env });
  const filled = origin.databaseUrl;
  const pool = openPool(filled, { max: 2 });
  try {
    const agent = await origin.signIn('agent1');
    expect(
      (await agent.command('signup-new', 'start', { pooId: 1, applicant: { name: 'Anita Rao' } })).status,
    ).toBe(200);
    await origin.server.close();
    const { rows: heads } = await pool.query<{ log: string; access: string }>(
      'select (select position from log_head) as log, (select position from access_log_head) as access',
    );
    for (const chain of both)
      expect(await checkSeals(pool, chain, keys, openWitness(DATA_DIR))).toMatchObject({
        ok: true,
        position: Number(heads[0]![chain]),
      });

    const again = await open();
    const admin = await again.signIn('admin');
    expect((await admin.get('/health')).body.seals).toMatchObject({
      log: { broken: null },
      access: { broken: null },
    });
    expect(again.faults).toEqual([]);
    await again.close();

    const [{ position }] = (
      await pool.query<{ position: string }>('select position from log_seals order by position desc limit 1')
    ).rows as [{ position: string }];
    await pool.query('alter table events disable trigger user');
    await pool.query(`update events set at = at + interval '1 second' where position = 5`);
    await pool.query(forge('log', 5));
    expect(await verifyChain(pool)).toMatchObject({ ok: true });
    const spoiled = await open();
    expect(String((spoiled.faults[0] as { error: unknown }).error)).toContain(
      'The log does not fit its seal at position',
    );
    const seen = await (await spoiled.signIn('admin')).get('/health');
    expect(seen.body.seals.log.broken).toEqual({ position: Number(position), why: 'changed' });
    expect(await (await fetch(`${spoiled.url}/metrics`)).text()).toMatch(/^ops_seals_broken 1$/m);
    await spoiled.close();
    expect((await pool.query('select 1 from log_seals where position > $1', [position])).rowCount).toBe(0);
  } finally {
    await pool.end();
    await origin.close();
    rmSync(DATA_DIR, { recursive: true, force: true });
  }
});
