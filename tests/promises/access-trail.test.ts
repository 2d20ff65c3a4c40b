import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { firstBreakInAccessLog, readAccessLog } from '#server/access/access-log.ts';
import { backup } from '#server/operations/backup.ts';
import { sealOf } from '#server/operations/seal.ts';
import { allMasters } from '#server/core/registers.ts';
import { sign } from '#server/sources/signature.ts';
import { verifyChain } from '#server/store/verify-chain.ts';
import { may } from '#shared/core/permission.ts';
import { endSessions } from '#tests/kit/end-sessions.ts';
import { temporaryFolder } from '#tests/kit/folder.ts';
import { until } from '#tests/kit/feed-client.ts';
import { rotated } from '#tests/kit/sampled.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';
import { leadMessage } from '#tests/kit/sources-server.ts';
import { count, limitFor } from '#tests/kit/tiers.ts';

/**
 * P36, P42: every change and every access to personal data is on record, with person and address and without
 * the data; nothing else leaks.
 */
const phone = '5559876123';
const illness = 'Canarinum rarum';
let t: TestServer;
let caseId: string;
beforeAll(async () => {
  t = await openTestServer();
  const consent = { given: true, version: '2026-01', channel: 'paper' };
  caseId = '9876';
  const handled = await t.server.handle({
    stream: `signup-${caseId}`,
    command: 'receive',
    viewer: t.server.access.sourceViewer('customer'),
    correlationId: 'test',
    sourceKey: 'customer:signup:9876:1',
    input: {
      version: 1,
      modifiedAt: new Date(t.clock.now()).toISOString(),
      status: 'submitted',
      pooId: 1,
      submittedAt: new Date(t.clock.now()).toISOString(),
      applicant: { name: 'Anita Rao', phone, language: 'en' },
      address: { line: '1, Main Road', pincode: '560011' },
      patients: [
        { name: 'Anita Rao', relation: 'self', dob: '1960-01-01', gender: 'female', diagnoses: [illness] },
      ],
      consents: { care: consent, calling: consent, dataProcessing: consent },
    },
  });
  if ('refused' in handled) throw new Error(`${handled.code} ${handled.field ?? ''}`);
});
afterAll(() => t?.close());

test(
  `P36: ${count('mixedActions')} mixed actions: each change and each access is recorded once, with person and address; refusals changed nothing`,
  async () => {
    const people = await Promise.all(['agent1', 'verifier', 'lead', 'store'].map((login) => t.signIn(login)));
    const done: { kind: 'started' | 'looked'; by: number; correlationId: string }[] = [];
    const refused: string[] = [];
    const act = async (n: number): Promise<void> => {
      const person = people[n % people.length]!;
      const correlationId = randomUUID();
      const key = randomUUID();
      const look = n % 3 === 0;
      const [path, body] = look
        ? [`/commands/signup/${caseId}/reveal`, {}]
        : [
            '/commands/signup/new/start',
            n % 7 === 0 ? { pooId: 'one' } : { pooId: 1, applicant: { name: 'Anita Rao' } },
          ];
      const headers = { 'idempotency-key': key, 'x-correlation-id': correlationId };
      const answer = await person.send('POST', path, body, headers);
      // Some are sent twice: a repeated command is not a second one.
      if (n % 5 === 0)
        expect(
          (await person.send('POST', path, body, { ...headers, 'x-correlation-id': randomUUID() })).status,
        ).toBe(answer.status);
      if (answer.status === 200)
        done.push({ kind: look ? 'looked' : 'started', by: person.empId, correlationId });
      else refused.push(correlationId);
    };
    for (let from = 0; from < count('mixedActions'); from += 20)
      await Promise.all(
        Array.from({ length: Math.min(20, count('mixedActions') - from) }, (_, i) => act(from + i)),
      );
    await t.server.settled();
    const { rows } = await t.server.pool.query<{ type: string; body: string }>(
      "select type, body from events where type in ('SignupStarted', 'PersonalDataViewed')",
    );
    const emitted = rows.map((row) => ({
      type: row.type,
      ...(JSON.parse(row.body) as {
        actor: { empId: number; sessionId?: string };
        data: any;
        correlationId: string;
      }),
    }));
    const mine = new Set([...done.map((one) => one.correlationId), ...refused]);
    const found = emitted
      .filter((one) => mine.has(one.correlationId))
      .map((one) => `${one.type} ${one.actor.empId} ${one.correlationId}`);
    expect(found.toSorted()).toEqual(
      done
        .map(
          (one) =>
            `${one.kind === 'looked' ? 'PersonalDataViewed' : 'SignupStarted'} ${one.by} ${one.correlationId}`,
        )
        .toSorted(),
    );
    expect(done.filter(({ kind }) => kind === 'looked').length).toBeGreaterThan(5);
    expect(refused.length).toBeGreaterThan(5);
    for (const one of emitted.filter(
      ({ type, correlationId }) => type === 'PersonalDataViewed' && mine.has(correlationId),
    )) {
      expect(one.data).toMatchObject({
        subject: `signup-${caseId}`,
        fields: ['phone', 'altPhone', 'email', 'address'],
      });
      expect(one.actor.sessionId).toBeTruthy();
      expect(JSON.stringify(one)).not.toContain(phone);
    }
    expect(await verifyChain(t.server.pool)).toMatchObject({ ok: true });
  },
  limitFor('mixedActions'),
);

test('the access log has one row per sign-in, failure, denial and ended session, none with a secret', async () => {
  const from = (await readAccessLog(t.server.pool, null, 1))[0]?.position ?? 0;
  const attempt = (loginId: string, password: string): Promise<Response> =>
    fetch(`${t.url}/employee/api/v2/SignIn/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Odd"browser\\n[31m' },
      body: JSON.stringify({ loginId, password }),
    });
  await attempt('agent2', 'certainly not this');
  await attempt('nobody\n{"action":"signIn","result":"allow","empId":1}', 'certainly not this');
  const [agent, admin] = [await t.signIn('agent2'), await t.signIn('admin')];
  expect((await agent.get('/access/devices')).status).toBe(403);
  await endSessions(t.server, agent.empId);
  await admin.send('PUT', '/employee/api/v2/SignIn', { action: 'signOut' });
  const entries = await until('written', async () =>
    (await readAccessLog(t.server.pool, null, 100)).some(
      (one) => one.position > from && one.action === 'signOut',
    ),
  ).then(() => readAccessLog(t.server.pool, null, 100));
  const fresh = entries.filter((one) => one.position > from);
  const by = (action: string): typeof fresh => fresh.filter((one) => one.action === action);
  expect(
    by('signIn')
      .map((one) => one.empId)
      .toSorted(),
  ).toEqual([agent.empId, admin.empId].toSorted());
  expect(by('signInFailed')).toHaveLength(2);
  for (const one of by('signInFailed')) expect(one.result).toBe('deny');
  await until('the denial is written', async () =>
    (await readAccessLog(t.server.pool, null, 100)).some(
      (one) => one.action === 'denied' && one.empId === agent.empId,
    ),
  );
  for (const one of fresh) {
    expect(one).toMatchObject({
      ip: expect.stringMatching(/\S/),
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      result: expect.stringMatching(/^(allow|deny)$/),
    });
    const text = JSON.stringify(one);
    expect(text).not.toContain('certainly not this');
    for (const person of [agent, admin])
      for (const secret of [person.token, person.cookie.split('=')[1]!]) expect(text).not.toContain(secret);
    expect(text.split('\n')).toHaveLength(1);
  }
  expect(await firstBreakInAccessLog(t.server.pool)).toBeNull();
});

test('P42: a phone and an illness are in no list, frame, board, figure, error, dead letter or log line that need not have them', async () => {
  const people: Person[] = await Promise.all(
    ['verifier', 'lead', 'store', 'hr', 'admin'].map((login) => t.signIn(login)),
  );
  const secret = t.server.sources.secrets.get('customer')![0]!;
  const body = JSON.stringify({
    ...leadMessage(1, 1),
    service: 'customer',
    entity: 'signup',
    data: { vPhone: phone, vDiagnosis: illness },
  });
  await fetch(`${t.url}/relay/webhooks/customer`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...sign(secret, `msg_${randomUUID()}`, t.clock.now(), body),
    },
    body,
  });
  const hits: string[] = [];
  const look = (where: string, text: string): void => {
    for (const canary of [phone, illness]) if (text.includes(canary)) hits.push(`${where}: ${canary}`);
  };
  // The case itself shows its holder what there is to check.
  const feeds = [...t.server.feeds.keys()].filter((one) => one !== 'case/signup');
  for (const [n, person] of people.entries()) {
    for (const name of rotated(feeds, n, people.length))
      look(`feed ${name} of ${person.empId}`, JSON.stringify((await person.get(`/feeds/${name}`)).body));
    for (const route of [
      '/health',
      '/relay/dead-letters',
      '/relay/outbox',
      '/access/log?records=100',
      '/openapi.json',
      `/commands/signup/${caseId}`,
      `/feeds/queue/signup-queue?id=${phone}`,
    ])
      look(
        `${route} of ${person.empId}`,
        JSON.stringify((await person.get(route)).body).replaceAll(`id=${phone}`, ''),
      );
    const bad = await person.send(
      'POST',
      `/commands/signup/${caseId}/save`,
      { applicant: { phone: 7 } },
      { 'idempotency-key': randomUUID(), 'if-match': '"1"' },
    );
    look('an error', JSON.stringify(bad.body));
  }
  look('figures', await (await fetch(`${t.url}/metrics`)).text());
  look('the access log', JSON.stringify((await t.server.pool.query('select body from access_log')).rows));
  look('faults', JSON.stringify(t.faults.map((fault) => String((fault as { error: unknown }).error))));
  look(
    'reactions',
    JSON.stringify((await t.server.pool.query('select reaction, last_error from reactions')).rows),
  );
  const views = await t.server.pool.query<{ view: string; row: string }>(
    "select view, row from view_rows where view not in ('signup-case', 'service-signups')",
  );
  for (const row of views.rows) look(`the view ${row.view}`, row.row);
  expect([...new Set(hits)]).toEqual([]);
});

test('P42: an exported file has phones in full only for those who may change them; each export is recorded', async () => {
  const admin = await t.signIn('admin');
  expect(
    (await admin.command('lead-new', 'createLead', { name: 'Anita Rao', phone, pooId: 1, source: 'event' }))
      .status,
  ).toBe(200);
  const found = { masked: 0, whole: 0 };
  const hits: string[] = [];
  let files = 0;
  const withPhones = allMasters().filter((def) => def.fields.some(({ kind }) => kind === 'phone'));
  expect(withPhones.length).toBeGreaterThan(3);
  const takes = async (login: string, n: number): Promise<void> => {
    const person = await t.signIn(login);
    const viewer = t.server.access.people.viewer(person.empId, null)!;
    // A worker of its own writes each file.
    const seen = withPhones.filter((one) => may(viewer, one.need('view')).ok);
    for (const def of rotated(seen, n, 3)) {
      const { rows } = await t.server.pool.query<{ fields: Record<string, unknown> }>(
        'select fields from master_rows where kind = $1',
        [def.kind],
      );
      const names = def.fields.flatMap(({ kind, name }) => (kind === 'phone' ? [name] : []));
      const phones = [
        ...new Set(
          rows
            .flatMap(({ fields }) => names.map((name) => String(fields[name] ?? '')))
            .filter((text) => text.length >= 8),
        ),
      ];
      const file = await person.send('GET', `/masters-export/${def.name}?format=csv`);
      expect(file.status, `${def.name} for ${login}`).toBe(200);
      files += 1;
      const text = String(file.body);
      if (text.includes(illness)) hits.push(`${def.name} for ${login}: an illness`);
      const shown = phones.filter((one) => text.includes(one));
      if (may(viewer, def.need('edit')).ok) found.whole += shown.length;
      else {
        found.masked += (text.match(/•{6}\d{4}/g) ?? []).length;
        hits.push(...shown.map((one) => `${def.name} for ${login}: ${one}`));
      }
    }
  };
  await Promise.all(['agent1', 'verifier', 'lead', 'store', 'hr', 'admin'].map(takes));
  expect(hits).toEqual([]);
  // Both kinds of reader exported at least one row.
  expect(Math.min(found.masked, found.whole), JSON.stringify(found)).toBeGreaterThan(5);
  const { rows: noted } = await t.server.pool.query<{ n: string }>(
    "select count(*) as n from events where type = 'MasterExported'",
  );
  expect(Number(noted[0]!.n)).toBe(files);
});

test('P42: only its owner may read a backup file; it holds personal data by nature, but no secrets', async () => {
  const folder = temporaryFolder('ops-canary-');
  const key = join(folder, 'key');
  writeFileSync(key, 'k'.repeat(48));
  const person = await t.signIn('agent1');
  const { rows } = await t.server.pool.query<{ password: string }>('select password from access_credentials');
  // Longer than a real one: six digits occur by chance in some number of a whole backup.
  const otp = '734912-canary';
  await t.server.pool.query(
    "insert into otp_codes (subject, phone_key, send_id, salt, hash, sent_at, expires_at) values ('signup-9876', $1, 'canary', $2, $2, now(), now())",
    [phone, Buffer.from(otp)],
  );
  for (const seal of [null, sealOf(key)]) {
    const to = join(folder, seal ? 'sealed' : 'plain');
    await backup({ url: t.databaseUrl, dataDir: folder, to, seal, now: t.clock.now() });
    expect(statSync(to).mode & 0o777).toBe(0o600);
    const text = gunzipSync(readFileSync(to)).toString('utf8');
    // A backup is made for the event log: with and without a key it holds the records as they are.
    for (const canary of [phone, illness]) expect(text).toContain(canary);
    for (const secret of [
      ...rows.map(({ password }) => password),
      person.token,
      person.cookie.split('=')[1]!,
      'Demo@1234',
      otp,
      Buffer.from(otp).toString('hex'),
    ])
      expect(text.includes(secret), seal ? 'sealed' : 'plain').toBe(false);
  }
  rmSync(folder, { recursive: true, force: true });
});
