import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { allMasters } from '#server/registers.ts';
import { askedOf, bulkSteps, type BulkStep } from '#shared/families/master-bulk.ts';
import type { MasterDef } from '#shared/families/master-def.ts';
import type { MasterField } from '#shared/families/master-field.ts';
import { masterStory } from '#shared/families/master-story.ts';
import type { BulkAnswer, BulkOrder } from '#shared/families/master-wire.ts';
import { openTestHouse, type Person, type TestHouse } from '#tests/kit/house.ts';
import { houseItself, makeCustomer, openMasterHouse, personWith, type MasterHouse } from '#tests/kit/master-house.ts';

const defs = allMasters();
const defOf = (kind: string) => defs.find((def) => def.kind === kind);
const shown = defs.filter((def) => def.route !== '');
/** Orders that are about one record alone: a device is one person's, a consent is given by one, people do not live together. */
const alone = [
  'employeeDeviceMapping order.mapDevice',
  'employeeDeviceMapping order.unmapDevice',
  'leadCreation order.renewConsent',
  'customerMaster order.merge',
  'customerMasterV2 order.changeAddresses',
  'customerMasterV2 order.addDocument',
  'customerMasterV2 order.giveConsent',
  'customerMasterV2 order.withdrawConsent',
];

it('what may be done to one record of a master may be done to many', () => {
  const missing = shown.flatMap((def) => {
    const steps = new Set(bulkSteps(def).map(({ name }) => name));
    return singly(def).flatMap((name) => (steps.has(name) ? [] : [`${def.name} ${name}`]));
  });
  expect(missing.toSorted()).toEqual(alone.toSorted());
});

function singly(def: MasterDef): string[] {
  if (def.source) return (def.orders ?? []).flatMap(({ creates, name }) => (creates ? [] : [`order.${name}`]));
  const edits = def.rights.includes('edit');
  return [
    ...(edits ? ['update'] : []),
    ...(edits && !def.stages ? ['activate', 'deactivate'] : []),
    ...Object.entries(def.stages?.actions ?? {}).flatMap(([name, { screen, need, right }]) =>
      (screen === undefined || screen === def.name) && (need || def.rights.includes(right)) ? [`move.${name}`] : [],
    ),
    ...(def.rights.includes('delete') ? ['cancel'] : []),
  ];
}

/** Something that the field takes. */
function anyOf({ kind, options, min = 1 }: MasterField): unknown {
  switch (kind) {
    case 'reference':
    case 'integer':
    case 'money':
    case 'flag':
      return 1;
    case 'choice':
      return Object.keys(options!)[0];
    case 'date':
      return '2026-11-20';
    case 'time':
      return '11:00';
    default:
      return 'x'.repeat(Math.max(min, 3));
  }
}
function bodyOf(step: BulkStep, records: BulkOrder['records']): BulkOrder {
  const fields = step.order ? askedOf(step, step.fields[0]?.name) : [];
  return {
    action: step.name,
    records,
    ...(step.order ? { fields: Object.fromEntries(fields.map((field) => [field.name, anyOf(field)])) } : {}),
    ...(step.reason === 'required' ? { reason: 'Told once to all' } : {}),
  };
}
const door = (def: MasterDef): string => `/masters-bulk/${encodeURIComponent(def.name)}`;

describe('over the whole register', () => {
  let house: MasterHouse;
  beforeAll(async () => {
    house = await openMasterHouse();
  });
  afterAll(() => house?.close());
  const nobody = { id: 2_000_000_000, version: 1 };

  it('each record answers for itself, in words; a stranger and one who may only look are refused', async () => {
    for (const def of shown)
      for (const step of bulkSteps(def)) {
        const what = `${def.name} ${step.name}`;
        const body = bodyOf(step, [nobody]);
        const answer = await house.call('POST', door(def), body);
        expect(answer, what).toMatchObject({ status: 200, body: { results: [{ id: nobody.id, ok: false, code: 'notFound' }] } });
        expect(answer.body.results[0].message, what).toMatch(/ /);
        expect((await house.call('POST', door(def), body, personWith(['Masters/nothing:edit']))).status, what).toBe(403);
        expect((await house.call('POST', door(def), body, null)).status, what).toBe(401);
        const looker = await house.call('POST', door(def), body, personWith([def.need('view')]));
        expect(looker, what).toMatchObject({ status: 403, body: { details: { permission: step.need } } });
        const allowed = await house.call('POST', door(def), body, personWith([def.need('view'), step.need]));
        expect(allowed.status, what).toBe(200);
      }
  });

  it('what is no step of a master, and what a step does not ask for, is refused', async () => {
    const at = (name: string, body: object) => house.call('POST', `/masters-bulk/${name}`, { records: [nobody], ...body });
    expect(await at('emplist', { action: 'deactivate' })).toMatchObject({ status: 400, body: { field: 'action' } });
    expect(await at('emplist', { action: 'order.add' })).toMatchObject({ status: 400, body: { field: 'action' } });
    expect(await at('emplist', { action: 'order.deactivate', fields: { exitDate: '2026-11-20' } })).toMatchObject({ status: 400, body: { field: 'reason' } });
    expect((await at('emplist', { action: 'order.editDetails', fields: { email: 'one.for@all.example' } })).status).toBe(400);
    expect((await at('emplist', { action: 'order.editDetails', fields: {} })).status).toBe(400);
    expect((await at('emplist', { action: 'order.changeManager', fields: { managerId: null } })).status).toBe(400);
    expect(await at('employeeDeviceMapping', { action: 'order.mapDevice', fields: { deviceId: 'one-for-all' } })).toMatchObject({ status: 400 });
  });

  it('of every plain master one that is there is made inactive and active again, or moved on, beside one that is not', async () => {
    // A house of its own: a second try finds every record where its story begins.
    const house = await openMasterHouse();
    onTestFinished(() => house.close());
    await makeCustomer(house);
    const told = new Set<string>();
    const plain = shown.filter((def) => !def.source && bulkSteps(def).length > 0);
    for (const def of plain)
      for (const step of masterStory(def, defOf)) {
        if (step.as !== 'system' || told.has(`${step.stream} ${step.command}`)) continue;
        told.add(`${step.stream} ${step.command}`);
        expect(await house.order(step.stream, step.command, step.input, { as: houseItself }), `${def.name} ${step.stream}`).not.toHaveProperty('refused');
      }
    let done = 0;
    const version = async (def: MasterDef): Promise<number> => (await house.log.readStream(`master-${def.kind}-1`)).length;
    for (const def of plain)
      for (const step of bulkSteps(def)) {
        if (['update', 'cancel'].includes(step.name)) continue;
        const before = await version(def);
        const { body } = await house.call('POST', door(def), bodyOf(step, [nobody, { id: 1, version: before }]));
        const [missing, there] = (body as BulkAnswer).results;
        expect(missing, `${def.name} ${step.name}`).toMatchObject({ ok: false, code: 'notFound' });
        // Either it is done, or the record says in words why it stays as it is.
        if (there!.ok) expect(await version(def), `${def.name} ${step.name}`).toBe(there!.version);
        else expect(there!.message, `${def.name} ${step.name} ${there!.code}`).toMatch(/ /);
        if (there!.ok && there!.version! > before) done += 1;
      }
    expect(done).toBeGreaterThan(plain.length);
  });
});

describe('records with a stream of their own', () => {
  let test: TestHouse;
  let admin: Person;
  let agent: Person;
  beforeAll(async () => {
    test = await openTestHouse();
    [admin, agent] = await Promise.all([test.signIn('admin'), test.signIn('agent1')]);
  });
  afterAll(() => test?.close());
  const bulk = async (who: Person, name: string, order: BulkOrder, key: string = randomUUID()): Promise<BulkAnswer['results']> => {
    const answer = await who.send('POST', `/masters-bulk/${name}`, order, { 'idempotency-key': key });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return (answer.body as BulkAnswer).results;
  };
  const versionOf = async (stream: string): Promise<number> => (await test.house.states.load(stream)).version;
  const seen = async (aggregate: string, ...ids: number[]): Promise<BulkOrder['records']> =>
    Promise.all(ids.map(async (id) => ({ id, version: await versionOf(`${aggregate}-${id}`) })));
  let round = 0;
  const newEmployee = async (): Promise<number> => {
    round += 1;
    const mail = `bulk.${round}.${Math.floor(Math.random() * 1e9)}@care.example`;
    const done = await admin.order('employee-new', 'createEmployee', {
      firstName: 'Many',
      lastName: 'At Once',
      email: mail,
      joiningDate: '2026-11-02',
      designationId: 11,
      managerId: 5,
      pooId: 1,
    });
    expect(done.status, JSON.stringify(done.body)).toBe(200);
    return Number(done.body.id);
  };
  const newLead = async (pooId: number): Promise<number> => {
    const phone = `55586${String(Math.floor(Math.random() * 1e5)).padStart(5, '0')}`;
    const done = await admin.order('lead-new', 'createLead', { name: 'Many at once', phone, source: 'web', pooId });
    expect(done.status, JSON.stringify(done.body)).toBe(200);
    return Number(done.body.id);
  };

  it('people are deactivated together: who left already says so, a version that passed too, and the same key does nothing twice', async () => {
    const [first, second, third] = [await newEmployee(), await newEmployee(), await newEmployee()];
    const leave = { exitDate: '2026-11-18', reason: 'The branch closes' };
    expect((await admin.order(`employee-${second}`, 'deactivate', leave, { version: 1 })).status).toBe(200);
    const records = [...(await seen('employee', first!, second!)), { id: third!, version: 9 }];
    const key = randomUUID();
    const order = { action: 'order.deactivate', records, fields: leave };
    const results = await bulk(admin, 'emplist', order, key);
    expect(results).toMatchObject([
      { id: first, ok: true },
      { id: second, ok: false },
      { id: third, ok: false, code: 'versionConflict' },
    ]);
    expect(results[1]!.message).toMatch(/ /);
    const head = test.house.log.head();
    expect(await bulk(admin, 'emplist', order, key)).toEqual(results);
    expect(test.house.log.head()).toBe(head);
    const { row } = (await admin.get(`/masters-record/emplist/${first}`)).body;
    expect(row).toMatchObject({ iStatus: 0, fields: { dExitDate: '2026-11-18' } });
    expect(await bulk(admin, 'emplist', { action: 'order.reactivate', records: await seen('employee', first!, third!) })).toMatchObject([
      { id: first, ok: true },
      { id: third, ok: false },
    ]);
  });

  it('one field is set in many people and the others stay; who may only look changes nobody', async () => {
    const [first, second] = [await newEmployee(), await newEmployee()];
    const records = await seen('employee', first!, second!);
    const order = { action: 'order.editDetails', records, fields: { joiningDate: '2026-11-09' } };
    expect((await agent.send('POST', '/masters-bulk/emplist', order, { 'idempotency-key': randomUUID() })).status).toBe(403);
    expect((await bulk(admin, 'emplist', order)).map(({ ok }) => ok)).toEqual([true, true]);
    for (const id of [first, second])
      expect((await admin.get(`/masters-record/emplist/${id}`)).body.row.fields).toMatchObject({ vName: 'Many At Once', dJoiningDate: '2026-11-09' });
  });

  it('leads are given up together: those of another place are not there, those that are customers say so, and no row tells a number', async () => {
    const [here, elsewhere] = [await newLead(1), await newLead(7)];
    const results = await bulk(agent, 'leadCreation', {
      action: 'order.markLost',
      records: await seen('lead', here!, elsewhere!, 10_007),
      fields: { reasonId: 1 },
    });
    expect(results).toMatchObject([
      { id: here, ok: true },
      { id: elsewhere, ok: false, code: 'notFound' },
      { id: 10_007, ok: false, code: 'leadConverted' },
    ]);
    expect(JSON.stringify(results)).not.toMatch(/\d{10}/);
    expect((await admin.get(`/masters-record/leadCreation/${elsewhere}`)).body.row.fields.vStage).toBe('Queued');
    const give = { action: 'order.reassign', records: await seen('lead', here!), fields: { ownerId: 102 } };
    expect((await agent.send('POST', '/masters-bulk/leadCreation', give, { 'idempotency-key': randomUUID() })).status).toBe(403);
  });

  it('roles that nobody has are retired together, one that somebody has says so', async () => {
    const made = await admin.order('role-new', 'createRole', {
      vRoleName: `Nobody ${randomUUID().slice(0, 8)}`,
      permissionGroupsList: [],
      permittedComponentsList: [],
    });
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    const free = Number(made.body.id);
    const held = test.house.access.directory.employee(101)!.roleId!;
    expect(await bulk(admin, 'rolemasterv2', { action: 'order.retire', records: await seen('role', free, held) })).toMatchObject([
      { id: free, ok: true },
      { id: held, ok: false, code: 'roleInUse' },
    ]);
  });
});
