import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allMasters, allSearches } from '#server/core/registers.ts';
import type { CallState } from '#shared/streams/calls/call/state.ts';
import type { SearchAnswer, SearchHit } from '#shared/wire.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';

let test: TestServer;
const people = new Map<string, Person>();
const as = async (login: string): Promise<Person> => {
  const known = people.get(login) ?? (await test.signIn(login));
  people.set(login, known);
  return known;
};
async function search(login: string, q: string): Promise<readonly SearchHit[]> {
  const { status, body } = await (await as(login)).get(`/search?q=${encodeURIComponent(q)}`);
  expect([q, status]).toEqual([q, 200]);
  return (body as SearchAnswer).hits;
}
const named = (hits: readonly SearchHit[], kind: string): string[] =>
  hits.filter((hit) => hit.kind === kind).map((hit) => hit.ref);

beforeAll(async () => {
  test = await openTestServer();
  const lead = { name: 'Zubeida Qureshi', phone: '5557392846', pooId: 1, source: 'event' };
  const made = await (await as('admin')).command('lead-new', 'createLead', lead);
  expect([made.status, made.body]).toEqual([200, expect.anything()]);
});
afterAll(() => test?.close());

/** A sign-up case from the log: the applicant and their phone. */
async function aCase(): Promise<{ id: string; name: string; phone: string; pooId: number }> {
  const { rows } = await test.server.pool.query<{
    id: string;
    title: string;
    phones: string;
    state: { record: { pooId: number } };
  }>(
    "select id, title, phones, state from search_rows where kind = 'signup' and found and not over and phones <> '' order by id limit 1",
  );
  const { id, title, phones, state } = rows[0]!;
  return { id, name: title, phone: phones.trim().split(' ')[0]!, pooId: state.record.pooId };
}

describe('a record is found', () => {
  it('by name, with or without marks and case, by number and by phone in any spelling', async () => {
    const { id, name, phone } = await aCase();
    const ref = `SG-${id.padStart(6, '0')}`;
    const marked = name.replace(/a/g, 'á').toUpperCase();
    for (const q of [
      name,
      marked,
      ref,
      ref.toLowerCase(),
      phone,
      `+91 ${phone.slice(0, 5)} ${phone.slice(5)}`,
      `0${phone}`,
      `91${phone}`,
    ])
      expect([q, named(await search('admin', q), 'signup')]).toEqual([q, expect.arrayContaining([ref])]);
  });

  it('of every existing kind, and its link is an address of this console', async () => {
    const { rows } = await test.server.pool.query<{ kind: string; code: string; name: string }>(
      "select distinct on (kind) kind, code, name from master_rows where kind in ('employee', 'lead', 'product', 'supplier', 'doctor', 'placeOfOperation') and not cancelled order by kind, id",
    );
    expect(rows.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['employee', 'lead', 'product', 'supplier']),
    );
    for (const { kind, name } of rows)
      expect([kind, (await search('admin', name)).map((hit) => hit.kind)]).toEqual([
        kind,
        expect.arrayContaining([kind]),
      ]);
    const others = await test.server.pool.query<{ kind: string; ref: string }>(
      `select distinct on (kind) kind, ref from search_rows where found and (kind <> 'call' or (state->'agent'->>'empId')::int = $1) order by kind, id`,
      [(await as('agent1')).empId],
    );
    expect(others.rows.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['appointment', 'approval', 'signup']),
    );
    for (const { kind, ref } of others.rows) {
      const login = kind === 'call' ? 'agent1' : 'admin'; // a call is its agent's
      const hit = (await search(login, ref)).find((one) => one.kind === kind && one.ref === ref);
      expect([kind, hit?.link]).toEqual([kind, expect.stringMatching(/^\/[\w/-]+\?[\w=&-]+$/)]);
    }
  });

  it('at once: a commit is found by the next query', async () => {
    const store = await as('admin');
    const code = `Q${Date.now().toString(36).toUpperCase()}`;
    expect(
      (await store.command('master-brand-new', 'create', { fields: { vCode: code, vName: `Ñandú ${code}` } }))
        .status,
    ).toBe(200);
    expect(named(await search('admin', `nandu ${code.toLowerCase()}`), 'brand')).toEqual([code]);
  });

  it('again by kind and number, with current rights; foreign records are left out', async () => {
    const { id, pooId } = await aCase();
    const ids = `signup:${id},employee:101,nothing:1,signup:999999`;
    const mine = (await (await as('admin')).get(`/search?ids=${ids}`)).body as SearchAnswer;
    expect(mine.hits.map((hit) => `${hit.kind}:${hit.id}`).toSorted()).toEqual([
      'employee:101',
      `signup:${id}`,
    ]);
    const elsewhere = await strangerTo(pooId);
    const theirs = (await (await as(elsewhere)).get(`/search?ids=${ids}`)).body as SearchAnswer;
    expect(theirs.hits.map((hit) => hit.kind)).not.toContain('signup');
  });

  it('of one kind alone when one is named, and more of them', async () => {
    const find = async (kind: string): Promise<readonly SearchHit[]> =>
      ((await (await as('admin')).get(`/search?q=LD&kind=${kind}`)).body as SearchAnswer).hits;
    const leads = await find('lead');
    expect(leads.length).toBeGreaterThan(5);
    expect([...new Set(leads.map(({ kind }) => kind))]).toEqual(['lead']);
    expect(await find('nothing')).toEqual([]);
  });

  it('a call, by the person called, their number or its own, by its agent alone', async () => {
    const { rows } = await test.server.pool.query<{
      id: string;
      ref: string;
      title: string;
      state: CallState;
    }>(
      `select id, ref, title, state from search_rows where kind = 'call' and found and (state->'agent'->>'empId')::int = $1 limit 1`,
      [(await as('agent1')).empId],
    );
    const { ref, title, state } = rows[0]!;
    for (const q of [title, ref, state.face!.subjectRef]) {
      const own = (await (await as('agent1')).get(`/search?q=${encodeURIComponent(q)}&kind=call`)).body;
      expect([q, named((own as SearchAnswer).hits, 'call').length > 0]).toEqual([q, true]);
      expect([q, named(await search('agent2', q), 'call').includes(ref)]).toEqual([q, false]);
    }
  });

  it('with what distinguishes namesakes: place, masked phone and state', async () => {
    const { id, pooId, phone } = await aCase();
    const place = (
      await test.server.pool.query<{ name: string }>(
        "select name from master_rows where kind = 'placeOfOperation' and id = $1",
        [pooId],
      )
    ).rows[0]!.name;
    const ref = `SG-${id.padStart(6, '0')}`;
    const hit = (await search('admin', ref)).find((one) => one.ref === ref)!;
    expect(hit.hint.split(' · ')).toEqual([place, expect.stringContaining(phone.slice(-4))]);
    const { rows } = await test.server.pool.query<{ name: string; status: number }>(
      `select e.name, e.status from master_rows e where e.kind = 'employee' and e.fields->'pooIds' @> '1' and not e.cancelled order by e.status, e.id limit 1`,
    );
    const hints = (await search('admin', rows[0]!.name))
      .filter(({ kind, title }) => kind === 'employee' && title === rows[0]!.name)
      .map(({ hint }) => hint);
    const { rows: first } = await test.server.pool.query<{ name: string }>(
      "select name from master_rows where kind = 'placeOfOperation' and id = 1",
    );
    expect(hints).toEqual(expect.arrayContaining([expect.stringContaining(first[0]!.name)]));
  });

  it('in the requested language', async () => {
    const { id } = await aCase();
    const { body } = await (
      await as('admin')
    ).send('GET', `/search?q=SG-${id.padStart(6, '0')}`, undefined, { 'accept-language': 'es' });
    expect((body as SearchAnswer).hits[0]).toMatchObject({ kind: 'signup', label: 'Altas' });
  });
});

/** A demo account that may see sign-ups, but none of this place. */
async function strangerTo(pooId: number): Promise<string> {
  for (const login of ['franchise', 'agent1', 'agent2', 'verifier', 'verifier2', 'lead', 'cc1', 'store']) {
    const { empId } = await as(login);
    const known = test.server.access.directory.employee(empId);
    if (known && !known.admin && !known.poos.includes(pooId)) return login;
  }
  throw new Error(`Every account of the demo works for place ${pooId}.`);
}

describe('nobody finds what they may not see', () => {
  it('every hit opens for the person who found it, whatever the query', async () => {
    const { phone, name } = await aCase();
    let shown = 0;
    for (const login of [
      'agent1',
      'verifier',
      'lead',
      'store',
      'hr',
      'accounts',
      'doctor',
      'franchise',
      'field1',
      'manager',
    ]) {
      const who = await as(login);
      for (const q of ['an', 'ra', 'SG', 'TK', 'LD', 'CU', 'AP', name, phone, '55', 'met']) {
        for (const hit of await search(login, q)) {
          shown += 1;
          const opened = await opensFor(who, hit);
          expect([login, q, hit.kind, hit.ref, opened]).toEqual([login, q, hit.kind, hit.ref, 200]);
        }
      }
    }
    expect(shown).toBeGreaterThan(20);
  });

  /** Requests the record itself from the route behind a hit's screen. */
  async function opensFor(who: Person, hit: SearchHit): Promise<number> {
    const feeds: Record<string, readonly string[]> = {
      signup: ['case/signup'],
      approval: ['approvals/inbox'],
      appointment: ['appointments/list'],
    };
    for (const feed of feeds[hit.kind] ?? []) {
      const { status } = await who.get(`/feeds/${feed}?id=${hit.id}`);
      // A request that is over is in no list; its screen reads how it ended.
      const over = status === 404 && hit.kind === 'approval';
      return over && (await who.get(`/approval-status/${hit.id}`)).body.over ? 200 : status;
    }
    const url = new URL(hit.link, 'http://x');
    if (hit.kind === 'call') return (await who.get(`/calls/about/${url.searchParams.get('who')}`)).status;
    const def = allMasters().find((one) => `/${one.route.replace(/^\//, '')}` === url.pathname)!;
    return (await who.get(`/masters-record/${def.name}/${url.searchParams.get('row')}`)).status;
  }

  it('no case of another place, by any of its fields', async () => {
    const { id, name, phone, pooId } = await aCase();
    const stranger = await strangerTo(pooId);
    const ref = `SG-${id.padStart(6, '0')}`;
    for (const q of [name, ref, phone, phone.slice(-4)])
      expect([q, named(await search(stranger, q), 'signup').includes(ref)]).toEqual([q, false]);
  });

  it('a masked phone is found in full or by its visible digits, never by a part of the hidden ones', async () => {
    const { id, phone } = await aCase();
    const ref = `SG-${id.padStart(6, '0')}`;
    const who = 'admin'; // nobody sees these numbers in full
    expect(named(await search(who, phone), 'signup')).toContain(ref);
    expect(named(await search(who, phone.slice(-4)), 'signup')).toContain(ref);
    const hidden = [
      phone.slice(0, 4),
      phone.slice(0, 6),
      phone.slice(0, 9),
      phone.slice(1),
      phone.slice(2, 8),
      phone.slice(-5),
      phone.slice(-7),
    ];
    for (const q of hidden.filter((part) => !ref.includes(part)))
      expect([q, named(await search(who, q), 'signup').includes(ref)]).toEqual([q, false]);
    const [hit] = (await search(who, phone)).filter((one) => one.ref === ref);
    expect(JSON.stringify(hit)).not.toContain(phone.slice(0, 6));
  });

  it('the list of a master follows the same rule', async () => {
    const { body } = await (await as('admin')).get('/masters-list/leadCreation?records=1');
    const lead = body.rows[0] as { id: number; fields: { vPhone: string } };
    const found = async (who: Person, query: string): Promise<number[]> =>
      ((await who.get(`/masters-list/leadCreation?${query}`)).body.rows ?? []).map(
        (row: { id: number }) => row.id,
      );
    const admin = await as('admin');
    expect(await found(admin, `q=${lead.fields.vPhone.slice(0, 6)}`)).toContain(lead.id);
    const viewer = await viewerOfLeads(lead.id);
    for (const q of [lead.fields.vPhone.slice(0, 6), lead.fields.vPhone.slice(0, 9)])
      expect(await found(viewer, `q=${q}`)).not.toContain(lead.id);
    for (const op of ['contains', 'starts']) {
      const filter = encodeURIComponent(
        JSON.stringify({ vPhone: { op, value: lead.fields.vPhone.slice(0, 6) } }),
      );
      expect(await found(viewer, `filter=${filter}`)).not.toContain(lead.id);
    }
    expect(await found(viewer, `q=${lead.fields.vPhone}`)).toContain(lead.id);
  });

  /** A person who sees this lead with its number masked. */
  async function viewerOfLeads(id: number): Promise<Person> {
    for (const login of ['lead', 'manager', 'agent1', 'agent2', 'digi1', 'cc1', 'hr']) {
      const who = await as(login);
      const answer = await who.get(`/masters-record/leadCreation/${id}`);
      if (answer.status === 200 && String(answer.body.row.fields.vPhone).startsWith('•')) return who;
    }
    throw new Error('Nobody of the demo sees leads masked.');
  }

  it('nobody without a session, and no device', async () => {
    expect((await fetch(`${test.url}/search?q=anita`)).status).toBe(401);
  });
});

describe('a query', () => {
  it('is recorded without a person’s name or number', async () => {
    const { name, phone, id } = await aCase();
    const ref = `SG-${id.padStart(6, '0')}`;
    await search('lead', name);
    await search('lead', phone);
    await search('lead', ref);
    const { rows } = await test.server.pool.query<{ body: string }>(
      'select body from access_log where body like \'%"searched"%\' order by position desc limit 3',
    );
    const output = rows.map((row) => JSON.parse(row.body) as { objectId: string; empId: number });
    expect(output.map((one) => one.objectId)).toEqual([
      ref,
      'a number of 10 digits',
      `${name.length} characters`,
    ]);
    expect(JSON.stringify(rows)).not.toContain(phone);
    expect(JSON.stringify(rows)).not.toContain(name);
  });

  it('that is too short finds nothing, special characters are literal, and a too long one is refused', async () => {
    for (const q of ['', 'a', ' ', '%', '_']) expect([q, await search('admin', q)]).toEqual([q, []]);
    for (const q of ['%%', '__', "' or 1=1 --", '\\\\', '(((', '٣٤٥٦', '\u0000x'.slice(1)])
      expect((await search('admin', `${q} zzzz`)).length).toBe(0);
    expect((await (await as('admin')).get(`/search?q=${'x'.repeat(101)}`)).status).toBe(400);
  });

  it('is limited per person and minute, across all sessions', async () => {
    const two = [await test.signIn('qa'), await test.signIn('qa')];
    const answers: number[] = [];
    for (let i = 0; i < 121; i += 1) answers.push((await two[i % 2]!.get('/search?q=zz')).status);
    expect(answers).toEqual([...Array<number>(120).fill(200), 429]);
    expect((await (await test.signIn('hr')).get('/search?q=zz')).status).toBe(200);
  });

  it('uses the index instead of scanning every record', async () => {
    const client = await test.server.pool.connect();
    try {
      await client.query('begin');
      await client.query('set local enable_seqscan = off');
      for (const [table, column] of [
        ['master_rows', 'search'],
        ['master_rows', 'phones'],
        ['search_rows', 'search'],
        ['search_rows', 'phones'],
      ]) {
        const plan = await client.query(
          `explain select 1 from ${table} m where ${table === 'search_rows' ? 'found and ' : ''}m.${column} like '%rao%'`,
        );
        expect([table, column, JSON.stringify(plan.rows)]).toEqual([
          table,
          column,
          expect.stringContaining('Bitmap Index Scan'),
        ]);
      }
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});

it('rebuilt from the first event, the rows are the same', async () => {
  const read = async (): Promise<unknown[]> =>
    (await test.server.pool.query('select * from search_rows order by kind, id')).rows;
  await test.server.search.rows.reached(test.server.log.head());
  const before = await read();
  expect(before.length).toBeGreaterThan(30);
  await test.server.search.rows.rebuild();
  expect(await read()).toEqual(before);
});

it.each(allSearches().map((kind) => [kind.kind, kind] as const))(
  '%s is complete: texts in two languages, a screen, one kind of its name',
  (name, kind) => {
    expect(Object.values(kind.label).every((text: string) => text.length > 2)).toBe(true);
    expect(kind.screens.length).toBeGreaterThan(0);
    expect(allSearches().filter((one) => one.kind === name)).toHaveLength(1);
  },
);
