import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { allMasters } from '#server/core/registers.ts';
import { requestedOf, bulkSteps, type BulkStep } from '#shared/families/master-bulk.ts';
import type { MasterDef } from '#shared/families/master-def.ts';
import type { MasterField } from '#shared/families/master-field.ts';
import { masterStory } from '#shared/families/master-story.ts';
import type { BulkAnswer, BulkCommand } from '#shared/families/master-wire.ts';
import { rotated } from '#tests/kit/sampled.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';
import {
  systemItself,
  makeCustomer,
  openMasterServer,
  personWith,
  type MasterServer,
} from '#tests/kit/master-server.ts';

const defs = allMasters();
const defOf = (kind: string) => defs.find((def) => def.kind === kind);
const shown = defs.filter((def) => def.route !== '');
/**
 * Commands about a single record: a device belongs to one person, a consent is given by one, addresses and
 * calling hours differ.
 */
const alone = [
  'employeeDeviceMapping command.mapDevice',
  'employeeDeviceMapping command.unmapDevice',
  'leadCreation command.renewConsent',
  'leadFollowUp command.moveCallback',
  'pharmaLead command.moveCallback',
  'pharmaLead command.renewConsent',
  'customerMaster command.merge',
  'customerMaster command.setCallHours',
  'customerMasterV2 command.setCallHours',
  'customerMasterV2 command.changeAddresses',
  'customerMasterV2 command.addDocument',
  'customerMasterV2 command.giveConsent',
  'customerMasterV2 command.withdrawConsent',
];

it('every step on one record of a master can be done on many', () => {
  const missing = shown.flatMap((def) => {
    const steps = new Set(bulkSteps(def).map(({ name }) => name));
    return singly(def).flatMap((name) => (steps.has(name) ? [] : [`${def.name} ${name}`]));
  });
  expect(missing.toSorted()).toEqual(alone.toSorted());
});

function singly(def: MasterDef): string[] {
  if (def.source)
    return (def.commands ?? []).flatMap(({ creates, name }) => (creates ? [] : [`command.${name}`]));
  const edits = def.rights.includes('edit');
  return [
    ...(edits ? ['update'] : []),
    ...(edits && !def.stages ? ['activate', 'deactivate'] : []),
    ...Object.entries(def.stages?.actions ?? {}).flatMap(([name, { screen, need, right }]) =>
      (screen === undefined || screen === def.name) && (need || def.rights.includes(right))
        ? [`move.${name}`]
        : [],
    ),
    ...(def.rights.includes('delete') ? ['cancel'] : []),
  ];
}

/** A value that the field accepts. */
function anyOf({ kind, options, min = 1 }: MasterField): unknown {
  switch (kind) {
    case 'reference':
    case 'number':
    case 'money':
    case 'yesNo':
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
function bodyOf(step: BulkStep, records: BulkCommand['records']): BulkCommand {
  const fields = step.command ? requestedOf(step, step.fields[0]?.name) : [];
  return {
    action: step.name,
    records,
    ...(step.command
      ? { fields: Object.fromEntries(fields.map((field) => [field.name, anyOf(field)])) }
      : {}),
    ...(step.reason === 'required' ? { reason: 'Told once to all' } : {}),
  };
}
const route = (def: MasterDef): string => `/masters-bulk/${encodeURIComponent(def.name)}`;

describe('over the whole register', () => {
  let server: MasterServer;
  beforeAll(async () => {
    server = await openMasterServer();
  });
  afterAll(() => server?.close());
  const nobody = { id: 2_000_000_000, version: 1 };

  it('each record has its own result, in words; a stranger and a viewer are refused', async () => {
    let at = 0;
    for (const def of shown)
      for (const step of bulkSteps(def)) {
        at += 1;
        const what = `${def.name} ${step.name}`;
        const body = bodyOf(step, [nobody]);
        const answer = await server.call('POST', route(def), body);
        expect(answer, what).toMatchObject({
          status: 200,
          body: { results: [{ id: nobody.id, ok: false, code: 'notFound' }] },
        });
        expect(answer.body.results[0].message, what).toMatch(/ /);
        const others = [
          { as: personWith(['Masters/nothing:edit']), want: { status: 403 } },
          { as: null, want: { status: 401 } },
          {
            as: personWith([def.need('view')]),
            want: { status: 403, body: { details: { permission: step.need } } },
          },
          { as: personWith([def.need('view'), step.need]), want: { status: 200 } },
        ];
        for (const { as, want } of rotated(others, at, 2))
          expect(await server.call('POST', route(def), body, as), what).toMatchObject(want);
      }
  });

  it('an unknown step, and an input that a step does not take, are refused', async () => {
    const at = (name: string, body: object) =>
      server.call('POST', `/masters-bulk/${name}`, { records: [nobody], ...body });
    expect(await at('emplist', { action: 'deactivate' })).toMatchObject({
      status: 400,
      body: { field: 'action' },
    });
    expect(await at('emplist', { action: 'command.add' })).toMatchObject({
      status: 400,
      body: { field: 'action' },
    });
    expect(
      await at('emplist', { action: 'command.deactivate', fields: { exitDate: '2026-11-20' } }),
    ).toMatchObject({ status: 400, body: { field: 'reason' } });
    expect(
      (await at('emplist', { action: 'command.editDetails', fields: { email: 'one.for@all.example' } }))
        .status,
    ).toBe(400);
    expect((await at('emplist', { action: 'command.editDetails', fields: {} })).status).toBe(400);
    expect(
      (await at('emplist', { action: 'command.changeManager', fields: { managerId: null } })).status,
    ).toBe(400);
    expect(
      await at('employeeDeviceMapping', { action: 'command.mapDevice', fields: { deviceId: 'one-for-all' } }),
    ).toMatchObject({ status: 400 });
  });

  it('an existing record of every plain master is deactivated and reactivated, or advanced, together with a missing one', async () => {
    // A server of its own: a second attempt finds every record in its initial state.
    const server = await openMasterServer();
    onTestFinished(() => server.close());
    await makeCustomer(server);
    const emitted = new Set<string>();
    const plain = shown.filter((def) => !def.source && bulkSteps(def).length > 0);
    for (const def of plain)
      for (const step of masterStory(def, defOf)) {
        if (step.as !== 'system' || emitted.has(`${step.stream} ${step.command}`)) continue;
        emitted.add(`${step.stream} ${step.command}`);
        expect(
          await server.command(step.stream, step.command, step.input, { as: systemItself }),
          `${def.name} ${step.stream}`,
        ).not.toHaveProperty('refused');
      }
    let done = 0;
    const version = async (def: MasterDef): Promise<number> =>
      (await server.log.readStream(`master-${def.kind}-1`)).length;
    for (const def of plain)
      for (const step of bulkSteps(def)) {
        if (['update', 'cancel'].includes(step.name)) continue;
        const before = await version(def);
        const { body } = await server.call(
          'POST',
          route(def),
          bodyOf(step, [nobody, { id: 1, version: before }]),
        );
        const [missing, there] = (body as BulkAnswer).results;
        expect(missing, `${def.name} ${step.name}`).toMatchObject({ ok: false, code: 'notFound' });
        // Either it is done, or the record's result gives the reason in words.
        if (there!.ok) expect(await version(def), `${def.name} ${step.name}`).toBe(there!.version);
        else expect(there!.message, `${def.name} ${step.name} ${there!.code}`).toMatch(/ /);
        if (there!.ok && there!.version! > before) done += 1;
      }
    expect(done).toBeGreaterThan(plain.length);
  });
});

describe('records with a stream of their own', () => {
  let test: TestServer;
  let admin: Person;
  let agent: Person;
  beforeAll(async () => {
    test = await openTestServer();
    [admin, agent] = await Promise.all([test.signIn('admin'), test.signIn('agent1')]);
  });
  afterAll(() => test?.close());
  const bulk = async (
    who: Person,
    name: string,
    command: BulkCommand,
    key: string = randomUUID(),
  ): Promise<BulkAnswer['results']> => {
    const answer = await who.send('POST', `/masters-bulk/${name}`, command, { 'idempotency-key': key });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return (answer.body as BulkAnswer).results;
  };
  const versionOf = async (stream: string): Promise<number> =>
    (await test.server.states.load(stream)).version;
  const seen = async (aggregate: string, ...ids: number[]): Promise<BulkCommand['records']> =>
    Promise.all(ids.map(async (id) => ({ id, version: await versionOf(`${aggregate}-${id}`) })));
  let round = 0;
  const newEmployee = async (): Promise<number> => {
    round += 1;
    const mail = `bulk.${round}.${Math.floor(Math.random() * 1e9)}@care.example`;
    const done = await admin.command('employee-new', 'createEmployee', {
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
    const done = await admin.command('lead-new', 'createLead', {
      name: 'Many at once',
      phone,
      source: 'web',
      pooId,
    });
    expect(done.status, JSON.stringify(done.body)).toBe(200);
    return Number(done.body.id);
  };

  it('people are deactivated together: one who has left and a stale version are reported, and a repeated key does nothing twice', async () => {
    const [first, second, third] = [await newEmployee(), await newEmployee(), await newEmployee()];
    const leave = { exitDate: '2026-11-18', reason: 'The branch closes' };
    expect((await admin.command(`employee-${second}`, 'deactivate', leave, { version: 1 })).status).toBe(200);
    const records = [...(await seen('employee', first!, second!)), { id: third!, version: 9 }];
    const key = randomUUID();
    const command = { action: 'command.deactivate', records, fields: leave };
    const results = await bulk(admin, 'emplist', command, key);
    expect(results).toMatchObject([
      { id: first, ok: true },
      { id: second, ok: false },
      { id: third, ok: false, code: 'versionConflict' },
    ]);
    expect(results[1]!.message).toMatch(/ /);
    const head = test.server.log.head();
    expect(await bulk(admin, 'emplist', command, key)).toEqual(results);
    expect(test.server.log.head()).toBe(head);
    const { row } = (await admin.get(`/masters-record/emplist/${first}`)).body;
    expect(row).toMatchObject({ iStatus: 0, fields: { dExitDate: '2026-11-18' } });
    expect(
      await bulk(admin, 'emplist', {
        action: 'command.reactivate',
        records: await seen('employee', first!, third!),
      }),
    ).toMatchObject([
      { id: first, ok: true },
      { id: third, ok: false },
    ]);
  });

  it('one field is set for many people and the others stay; a viewer changes nobody', async () => {
    const [first, second] = [await newEmployee(), await newEmployee()];
    const records = await seen('employee', first!, second!);
    const command = { action: 'command.editDetails', records, fields: { joiningDate: '2026-11-09' } };
    expect(
      (await agent.send('POST', '/masters-bulk/emplist', command, { 'idempotency-key': randomUUID() }))
        .status,
    ).toBe(403);
    expect((await bulk(admin, 'emplist', command)).map(({ ok }) => ok)).toEqual([true, true]);
    for (const id of [first, second])
      expect((await admin.get(`/masters-record/emplist/${id}`)).body.row.fields).toMatchObject({
        vName: 'Many At Once',
        dJoiningDate: '2026-11-09',
      });
  });

  it('leads are closed together: those of another place are not found, those that are customers are reported, and no row shows a phone number', async () => {
    const [here, elsewhere] = [await newLead(1), await newLead(7)];
    const results = await bulk(agent, 'leadCreation', {
      action: 'command.markLost',
      records: await seen('lead', here!, elsewhere!, 10_007),
      fields: { reasonId: 1 },
    });
    expect(results).toMatchObject([
      { id: here, ok: true },
      { id: elsewhere, ok: false, code: 'notFound' },
      { id: 10_007, ok: false, code: 'leadConverted' },
    ]);
    expect(JSON.stringify(results)).not.toMatch(/\d{10}/);
    expect((await admin.get(`/masters-record/leadCreation/${elsewhere}`)).body.row.fields.vStage).toBe(
      'Queued',
    );
    const give = { action: 'command.reassign', records: await seen('lead', here!), fields: { ownerId: 102 } };
    expect(
      (await agent.send('POST', '/masters-bulk/leadCreation', give, { 'idempotency-key': randomUUID() }))
        .status,
    ).toBe(403);
  });

  it('unused roles are retired together, one in use is reported', async () => {
    const made = await admin.command('role-new', 'createRole', {
      vRoleName: `Nobody ${randomUUID().slice(0, 8)}`,
      permissionGroupsList: [],
      permittedComponentsList: [],
    });
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    const free = Number(made.body.id);
    const held = test.server.access.directory.employee(101)!.roleId!;
    expect(
      await bulk(admin, 'rolemasterv2', {
        action: 'command.retire',
        records: await seen('role', free, held),
      }),
    ).toMatchObject([
      { id: free, ok: true },
      { id: held, ok: false, code: 'roleInUse' },
    ]);
  });
});
