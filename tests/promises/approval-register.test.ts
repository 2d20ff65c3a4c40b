import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { allApprovals, allFeeds, allPolicies, allStreams } from '#server/core/registers.ts';
import { screens } from '#shared/access/screens.ts';
import { columnsAfter, columnsBefore } from '#shared/families/approval-common.ts';
import type { ApprovalRow } from '#shared/families/approval-feed.ts';
import { initials } from '#shared/families/report.ts';
import type { ApprovalStatus } from '#shared/wire.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';

describe.each(allApprovals().map((kind) => [kind.name, kind] as const))('%s', (name, kind) => {
  it('has its screen, its right, its feed and its policy from its declaration', () => {
    expect(screens.find(({ path }) => path === `/${kind.route}`)).toMatchObject({
      entity: kind.entity,
      group: kind.group,
    });
    const shared = allApprovals().find((one) => one.name === kind.screen);
    expect(shared).toMatchObject({ screen: kind.screen, route: kind.route, entity: kind.entity });
    expect(allFeeds().get(`approvals/${kind.screen}`)?.need).toBe(`${kind.group}/${kind.entity}:view`);
    expect(allFeeds().has(`approvals/${name}`)).toBe(kind.screen === name);
    expect(allPolicies().filter((policy) => policy.name === `request-${name}`)).toHaveLength(1);
  });

  it('names events that its subject translates, and its subject can store the number of the request', () => {
    const subject = allStreams().get(kind.subject)!;
    const { applied, failed, superseded } = kind.settled;
    for (const type of [kind.raisedOn, ...applied, ...failed, ...superseded])
      for (const translations of Object.values(subject.translations))
        expect(translations[type], type).toBeTruthy();
    expect(applied.length).toBeGreaterThan(0);
    // An effect that cannot fail can still stop applying.
    expect(failed.length + superseded.length).toBeGreaterThan(0);
    expect(subject.commands['linkApproval']?.need).toBe('system');
  });

  it('shows on a locked screen only its declared evidence, with a heading in both languages', () => {
    const evidence = kind.evidence.map(({ name: key }) => key);
    expect(evidence).toEqual(expect.arrayContaining([...(kind.lockScreen ?? [])]));
    if (kind.about !== null) expect(evidence).toContain(kind.about);
    for (const translations of Object.values(kind.translations) as Readonly<Record<string, string>>[])
      for (const { name: key } of [...kind.evidence, ...kind.columns])
        expect(translations[`column.${key}`], key).toBeTruthy();
    const common = [...columnsBefore, ...columnsAfter].map(({ name: key }) => key);
    expect(kind.columns.map(({ name: key }) => key)).toEqual(expect.arrayContaining(common));
    for (const { name: key } of kind.columns.filter((one) => !common.includes(one.name)))
      expect([...evidence, 'before', 'after']).toContain(key);
  });
});

let app: TestServer;
let agent: Person;
let lead: Person;
beforeAll(async () => {
  app = await openTestServer();
  [agent, lead] = await Promise.all([app.signIn('agent1'), app.signIn('lead')]);
});
afterAll(() => app?.close());

const rowsOf = async (kind: string, who = lead): Promise<ApprovalRow[]> =>
  ((await who.get(`/feeds/approvals/${kind}`)).body as { rows?: ApprovalRow[] }).rows ?? [];
const status = async (who: Person, id: string): Promise<{ status: number; body: ApprovalStatus }> =>
  who.get(`/approval-status/${id}`) as never;

test('every kind has requests in the demo that wait for somebody who may decide them', async () => {
  const others = await Promise.all(['stockhead', 'accounts', 'manager'].map((who) => app.signIn(who)));
  for (const { name, screen } of allApprovals()) {
    const listed = (await Promise.all([lead, ...others].map((who) => rowsOf(screen, who)))).flat();
    const kinds = allApprovals().flatMap((one) => (one.screen === screen ? [one.name] : []));
    expect(kinds).toEqual(expect.arrayContaining(listed.map(({ kind }) => kind)));
    const rows = listed.filter(({ kind }) => kind === name);
    const waiting = rows.filter(({ actions }) => actions.includes('approveStep'));
    expect(waiting.length, name).toBeGreaterThan(0);
    // Its approver learns whether it can still be applied.
    const [first] = waiting;
    const reader = [lead, ...others][
      (await Promise.all([lead, ...others].map((who) => status(who, first!.id)))).findIndex(
        (one) => one.status === 200,
      )
    ]!;
    expect(allApprovals().find((one) => one.name === name)!.recheck, name).toBe('effect');
    expect((await status(reader, first!.id)).body, name).toMatchObject({
      state: expect.stringMatching(/^(requested|inReview|infoRequested)$/),
      why: null,
    });
  }
});

test('before the decision its reader learns that the slot has been taken, and outsiders learn nothing', async () => {
  const rows = await rowsOf('appReScheduleApproval');
  const found = await Promise.all(rows.map(async (row) => (await status(lead, row.id)).body));
  expect(found.map(({ fails }) => fails)).toContain('slotTaken');
  expect(found.map(({ fails }) => fails)).toContain(null);
  const kind = allApprovals().find(({ name }) => name === 'appReScheduleApproval')!;
  for (const { fails } of found)
    if (fails)
      for (const texts of Object.values(kind.translations))
        expect((texts as Readonly<Record<string, string>>)[`fails.${fails}`], fails).toBeTruthy();
  const stranger = await app.signIn('store');
  expect((await status(stranger, rows[0]!.id)).status).toBe(404);
  expect((await status(lead, '999999')).status).toBe(404);
  expect((await status(lead, 'x')).status).toBe(404);
});

test('customers and leads of a request are named: in full for those who may open the record or what the request is about, else by initials', async () => {
  const names = async (who: Person, ids: string): Promise<Readonly<Record<string, string>>> =>
    ((await who.get(`/approval-names?ids=${ids}`)).body as { names: Record<string, string> }).names;
  const kinds = ['appReScheduleApproval', 'taskCancellationApproval', 'startTaskAtAnyLocation'] as const;
  const requests = (await Promise.all(kinds.map((kind) => rowsOf(kind))))
    .flat()
    .filter(({ before }) => /^(CU|LD)-\d{6}$/.test(String(before['customer'])));
  const [request] = requests;
  expect(request).toBeDefined();
  const admin = await app.signIn('admin');
  for (const { id, before } of requests) {
    const ref = String(before['customer']);
    const full = (await names(admin, id))[ref]!;
    expect(full, ref).toMatch(/^\p{L}+ \p{L}+/u);
    // The lead decides about customers and does not open their list, but opens the appointments that name them.
    expect((await names(lead, id))[ref], ref).toBe(full);
  }
  const every = (await Promise.all(allApprovals().map(({ name }) => rowsOf(name)))).flat();
  const seen = new Set<string>();
  for (const who of ['lead', 'hr', 'accounts', 'field1', 'agent1', 'cc1']) {
    const person = await app.signIn(who);
    for (const { id } of every) {
      const full = await names(admin, id);
      for (const [ref, name] of Object.entries(await names(person, id))) {
        expect([full[ref], initials(full[ref]!)], `${who} ${ref}`).toContain(name);
        seen.add(name === full[ref] ? 'whole' : 'initials');
      }
    }
  }
  expect([...seen].toSorted()).toEqual(['initials', 'whole']);
  expect(await names(await app.signIn('store'), request!.id)).toEqual({});
  expect((await lead.get('/approval-names?ids=x')).status).toBe(400);
});

test('the status of a request of a team lead shows that the command that carries it out would be refused', async () => {
  const row = (await rowsOf('tlApproval')).find(({ reason }) => reason === 'leadReassign')!;
  expect((await status(lead, row.id)).body.fails).toBeNull();
  const admin = await app.signIn('admin');
  const about = `lead-${Number(String(row.before['subjectRef']).slice(3))}`;
  let closed = 0;
  for (let reasonId = 1; closed !== 200 && reasonId < 100; reasonId += 1)
    closed = (await admin.command(about, 'markLost', { reasonId, note: 'Moved to another city' })).status;
  expect(closed).toBe(200);
  const head = app.server.log.head();
  expect((await status(lead, row.id)).body.fails).toBe('leadClosed');
  expect(app.server.log.head()).toBe(head);
});

test('a dry run of an effect leaves no event', async () => {
  const [row] = await rowsOf('taskCancellationApproval');
  await app.server.settled();
  const before = app.server.log.head();
  expect((await status(lead, row!.id)).body).toMatchObject({ fails: null });
  expect(app.server.log.head()).toBe(before);
});

test('a cancellation is applied once after the undo window, and its status shows it', async () => {
  const [row] = await rowsOf('taskCancellationApproval');
  const { stream } = row!.subject;
  expect((await agent.command(`approval-${row!.id}`, 'approveStep', { step: 1 })).status).toBe(403);
  expect((await lead.command(`approval-${row!.id}`, 'approveStep', { step: 1 })).status).toBe(200);
  expect((await status(lead, row!.id)).body).toMatchObject({ state: 'pendingApply', fails: null });
  app.clock.pretend(app.clock.now() + 31_000);
  for (let left = 1; left > 0;) {
    await app.server.settled();
    left = await app.server.reactions.sweep();
  }
  await app.server.settled();
  // It is in no list any more, and stays readable by its number for those who had a part in it.
  expect((await rowsOf('taskCancellationApproval')).map(({ id }) => id)).not.toContain(row!.id);
  expect((await status(lead, row!.id)).body).toMatchObject({
    state: 'applied',
    why: null,
    fails: null,
    over: {
      ref: row!.ref,
      state: 'applied',
      actions: [],
      decisions: [{ name: 'Farhan Ali', verb: 'approved' }],
    },
  });
  expect(
    (await app.server.log.readStream(stream)).filter(({ type }) => type === 'AppointmentCancelled'),
  ).toHaveLength(1);
  expect(app.faults).toEqual([]);
});
