import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';

let test: TestServer;
let admin: Person;
let agent: Person;
let lead: Person;
let doctor: Person;
let round = 0;
beforeAll(async () => {
  test = await openTestServer();
  [admin, agent, lead, doctor] = await Promise.all([
    test.signIn('admin'),
    test.signIn('agent1'),
    test.signIn('lead'),
    test.signIn('doctor'),
  ]);
});
afterAll(() => test?.close());

/** Numbers that no other attempt has used. */
const phone = (): string => `55588${String((round += 1)).padStart(5, '0')}`;
const made = async (input: object, as: Person = agent): Promise<number> => {
  const done = await as.command('lead-new', 'createLead', {
    name: 'Promise Lead',
    source: 'web',
    pooId: 1,
    ...input,
  });
  expect(done.status, JSON.stringify(done.body)).toBe(200);
  return Number(done.body.id);
};
const newMaster = async (kind: string, fields: object): Promise<number> => {
  const code = `T-${round + 1}-${Math.floor(Math.random() * 1e9)}`;
  const done = await admin.command(`master-${kind}-new`, 'create', {
    fields: { vCode: code, vName: `Test ${code}`, ...fields },
  });
  expect(done.status, JSON.stringify(done.body)).toBe(200);
  return Number(done.body.recordId);
};
const record = async (who: Person, name: string, id: number) =>
  (await who.get(`/masters-record/${name}/${id}`)).body.row;
/** A file of leads as the agent imports it. */
async function upload(text: string) {
  const form = new FormData();
  form.append('file', new Blob([text], { type: 'text/csv' }), 'file.csv');
  const taken = await fetch(`${test.url}/masters-import/leadCreation`, {
    method: 'POST',
    body: form,
    headers: {
      cookie: agent.cookie,
      authtoken: agent.token,
      origin: test.url,
      'idempotency-key': randomUUID(),
    },
  });
  const at = `/masters-import/leadCreation/${((await taken.json()) as { id: string }).id}`;
  const read = async (language = 'en') =>
    (await agent.send('GET', at, undefined, { 'accept-language': language })).body;
  return {
    read,
    apply: () => agent.send('POST', `${at}/apply`, {}, { 'idempotency-key': randomUUID() }),
    async until(state: string) {
      await expect.poll(async () => (await read()).state).toBe(state);
      return read();
    },
  };
}
/** One of the built-in reasons. */
const [notInterested, other] = [1, 6];
const campaign = { dFrom: '2026-11-01', dTo: '2026-11-30', vChannel: 'web' };

it('a stranger is refused on every channel, an agent everything that needs a team lead', async () => {
  const id = await made({ phone: phone() });
  for (const [command, input] of [
    ['createLead', { name: 'Nobody', phone: phone(), source: 'web' }],
    ['recordTouch', { source: 'web' }],
    ['updateDetails', { name: 'Nobody' }],
    ['reassign', { ownerId: 101 }],
    ['markLost', { reasonId: notInterested }],
    ['markDnc', { reason: 'No interest' }],
    ['renewConsent', { channel: 'web', proof: 'No proof' }],
    ['reopen', {}],
    ['convert', { customerId: 90, signupId: 1 }],
    ['arrive', { name: 'Nobody', phone: phone(), eventId: 1, attendeeId: 1 }],
  ] as const)
    expect(
      (
        await doctor.command(command === 'createLead' ? 'lead-new' : `lead-${id}`, command, input, {
          version: 2,
        })
      ).status,
      command,
    ).toBe(403);
  for (const route of [
    'list/leadCreation',
    `record/leadCreation/${id}`,
    'list/leadListName',
    'list/leadCampaignName',
  ])
    expect((await doctor.get(`/masters-${route}`)).status, route).toBe(403);
  expect((await agent.command(`lead-${id}`, 'reassign', { ownerId: 102 })).status).toBe(403);
  expect((await agent.command(`lead-${id}`, 'convert', { customerId: 90, signupId: 1 })).status).toBe(403);
  expect((await lead.command(`lead-${id}`, 'reassign', { ownerId: 102 })).status).toBe(200);
});

it('a phone number is one lead: the refusal names it, its stage and its owner, in the caller’s language', async () => {
  const number = phone();
  const id = await made({ phone: number });
  await lead.command(`lead-${id}`, 'reassign', { ownerId: 102 });
  const again = (language: string) =>
    agent.send(
      'POST',
      '/commands/lead/new/createLead',
      { name: 'Again', phone: `0${number}`, source: 'web' },
      { 'idempotency-key': randomUUID(), 'accept-language': language },
    );
  const refused = await again('en');
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'leadDuplicate', field: 'phone', details: { leadId: id } },
  });
  expect(refused.body.message).toMatch(/already exists \(queued, owner Divya Shenoy\)/);
  expect((await again('es')).body.message).toMatch(/ya existe \(en cola, responsable Divya Shenoy\)/);
  const elsewhere = phone();
  await made({ phone: elsewhere, pooId: 7 }, admin);
  expect(
    (await agent.command('lead-new', 'createLead', { name: 'Again', phone: elsewhere, source: 'web' })).body
      .code,
  ).toBe('leadElsewhere');
  // Two at the same moment: one lead.
  const both = phone();
  const raced = await Promise.all(
    [1, 2, 3].map(() =>
      agent.command('lead-new', 'createLead', { name: 'Race', phone: both, source: 'web' }),
    ),
  );
  expect(raced.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
});

it('a customer’s number cannot be a lead, and the sign-up that named a lead made it a customer', async () => {
  const converted = await record(admin, 'leadCreation', 10_007);
  expect(converted).toMatchObject({
    iStatus: 0,
    fields: { vStage: 'Converted', iCustomerId: expect.any(Number) },
  });
  const refused = await agent.command('lead-new', 'createLead', {
    name: 'Lakshmi',
    phone: converted.fields.vPhone,
    source: 'web',
  });
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'leadIsCustomer', details: { customerId: converted.fields.iCustomerId } },
  });
  expect((await agent.command('lead-10007', 'markLost', { reasonId: notInterested })).body.code).toBe(
    'leadConverted',
  );
});

it('a list counts its leads live and per viewer, in line with its rows', async () => {
  const list = await newMaster('leadListName', { vSource: 'web', dReceived: '2026-11-01' });
  const at = { listId: list };
  const first = await made({ phone: phone(), ...at });
  const second = await made({ phone: phone(), ...at });
  await made({ phone: phone(), ...at, pooId: 7 }, admin);
  const counts = async (who: Person) => {
    const { iLeads, iImported, iOpen, iConverted } = (await record(who, 'leadListName', list)).fields;
    return [iLeads, iImported, iOpen, iConverted];
  };
  expect(await counts(admin)).toEqual([3, 0, 3, 0]);
  // Leads in Hyderabad are not those of a Bengaluru agent.
  expect(await counts(agent)).toEqual([2, 0, 2, 0]);
  await agent.command(`lead-${first}`, 'markLost', { reasonId: notInterested });
  expect(await counts(agent)).toEqual([2, 0, 1, 0]);
  await test.server.handle({
    stream: `lead-${second}`,
    command: 'convert',
    input: { customerId: 90, signupId: 302 },
    viewer: test.server.access.systemViewer('test'),
    correlationId: randomUUID(),
  });
  expect(await counts(admin)).toEqual([3, 0, 1, 1]);
  const page = async (query: string) =>
    (await admin.get(`/masters-list/leadListName?records=50&${query}`)).body;
  const filter = encodeURIComponent(JSON.stringify({ iConverted: { op: 'gte', value: 1 } }));
  expect((await page(`filter=${filter}`)).rows.map((row: { id: number }) => row.id)).toContain(list);
  const sorted = (await page('sort=-iOpen')).rows.map(
    (row: { fields: { iOpen: number } }) => row.fields.iOpen,
  );
  expect(sorted).toEqual(sorted.toSorted((a: number, b: number) => b - a));
  const kept = async () =>
    (await test.server.pool.query('select kind, id, name, place, n from master_counts order by 1, 2, 3, 4'))
      .rows;
  // The same counts, computed from the rows.
  const anew = async () =>
    (
      await test.server.pool.query(
        `select 'leadListName' as kind, (fields->>'iLeadListId')::int as id, 'iOpen' as name, coalesce((fields->>'iPooId')::int, 0) as place, count(*)::int as n from master_rows
         where kind = 'lead' and not cancelled and fields->>'vStage' in ('New', 'Queued', 'CallbackDue', 'Appointment') and fields->>'iLeadListId' is not null group by 2, 4 order by 1, 2, 3, 4`,
      )
    ).rows;
  expect((await kept()).filter(({ kind, name }) => kind === 'leadListName' && name === 'iOpen')).toEqual(
    await anew(),
  );
});

it('a paused campaign accepts no lead, neither by hand nor from a file, until it is resumed', async () => {
  const id = await newMaster('leadCampaignName', campaign);
  const move = async (who: Person, action: string) =>
    (await who.command(`master-leadCampaignName-${id}`, 'move', { action })).status;
  expect(await move(agent, 'pause')).toBe(403);
  expect(await move(lead, 'pause')).toBe(200);
  const refused = await agent.command('lead-new', 'createLead', {
    name: 'Too Late',
    phone: phone(),
    source: 'web',
    campaignId: id,
  });
  expect(refused).toMatchObject({ status: 409, body: { code: 'campaignPaused', field: 'campaignId' } });
  expect(refused.body.message).toMatch(/is paused and takes no leads/);

  // The dry run reports it like the real run, in the reader's language, and so does the real run when the
  // campaign was paused in between.
  const dry = await upload(`Name,Phone,Source,Campaign\nFrom File,${phone()},web,#${id}\n`);
  expect((await dry.until('checked')).lines).toMatchObject([
    {
      effect: 'bad',
      problems: [
        {
          code: 'campaignPaused',
          field: 'campaignId',
          message: expect.stringMatching(/^Campaign Test T-.* is paused and takes no leads\.$/),
        },
      ],
    },
  ]);
  expect((await dry.read('es')).lines[0].problems[0].message).toMatch(
    /^La campaña Test T-.* está en pausa y no admite prospectos\.$/,
  );
  expect(await move(lead, 'resume')).toBe(200);
  const good = await upload(`Name,Phone,Source,Campaign\nFrom File,${phone()},web,#${id}\n`);
  expect((await good.until('checked')).lines).toMatchObject([{ effect: 'create' }]);
  expect(await move(lead, 'pause')).toBe(200);
  await good.apply();
  expect((await good.until('applied')).lines).toMatchObject([
    { effect: 'failed', problems: [{ code: 'campaignPaused', field: 'campaignId' }] },
  ]);

  expect(await move(lead, 'resume')).toBe(200);
  await made({ phone: phone(), campaignId: id });
  expect((await record(lead, 'leadCampaignName', id)).fields).toMatchObject({
    iLeads: 1,
    iOpen: 1,
    iConverted: 0,
  });
});

it('a campaign lasts a year at most', async () => {
  const done = await admin.command('master-leadCampaignName-new', 'create', {
    fields: { vCode: 'T-LONG', vName: 'Test long', vChannel: 'web', dFrom: '2026-01-01', dTo: '2027-01-03' },
  });
  expect(done).toMatchObject({ status: 400, body: { field: 'dTo' } });
});

it('a lead is closed for a reason of its list: others are neither offered nor accepted, “other” needs a text', async () => {
  const id = await made({ phone: phone() });
  const offered = async (query: string): Promise<string[]> =>
    (
      await agent.get(`/masters-lookup/leadCreation/command.markLost.reasonId?records=50&${query}`)
    ).body.items.map((one: { name: string }) => one.name);
  expect(await offered('')).toContain('Not interested');
  expect(await offered('q=Traffic')).toEqual([]);
  const lose = (input: object) => agent.command(`lead-${id}`, 'markLost', input);
  const traffic = (await admin.get('/masters-list/reasonmaster?q=Traffic')).body.rows[0].id as number;
  expect(await lose({ reason: 'In words of my own' })).toMatchObject({ status: 400 });
  expect(await lose({ reasonId: traffic })).toMatchObject({
    status: 422,
    body: { code: 'notInList', field: 'reasonId' },
  });
  expect(await lose({ reasonId: 999_999 })).toMatchObject({
    status: 422,
    body: { code: 'notInList', field: 'reasonId' },
  });
  const gone = await newMaster('reason', { vReasonGroup: 'call-lost' });
  expect((await admin.command(`master-reason-${gone}`, 'deactivate', {})).status).toBe(200);
  expect(await lose({ reasonId: gone })).toMatchObject({
    status: 422,
    body: { code: 'masterInactive', field: 'reasonId' },
  });
  const requested = await lose({ reasonId: other });
  expect(requested).toMatchObject({ status: 400, body: { code: 'required', field: 'note' } });
  expect(requested.body.message).toBe('Note is required.');
  expect((await lose({ reasonId: other, note: 'Keeps bees and needs nothing' })).status).toBe(200);
  expect((await record(agent, 'leadCreation', id)).fields).toMatchObject({
    vStage: 'Lost',
    iReasonId: other,
    vStageReason: 'Other: Keeps bees and needs nothing',
  });
  // The reason is in use now.
  expect((await admin.get(`/masters-record/reasonmaster/${other}/used-by`)).body.total).toBeGreaterThan(0);
  const filter = encodeURIComponent(JSON.stringify({ iReasonId: { op: 'eq', value: other } }));
  expect(
    (await agent.get(`/masters-list/leadCreation?filter=${filter}`)).body.rows.map(
      (row: { id: number }) => row.id,
    ),
  ).toContain(id);
});
