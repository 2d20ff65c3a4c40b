import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { allApprovals, allFeeds, allPolicies, allStreams } from '#server/registers.ts';
import { screens } from '#shared/access/screens.ts';
import { columnsAfter, columnsBefore } from '#shared/families/approval-common.ts';
import type { ApprovalRow } from '#shared/families/approval-feed.ts';
import { approvalWords } from '#shared/streams/approvals/approval/words.ts';
import type { ApprovalStatus } from '#shared/wire.ts';
import { openTestHouse, type Person, type TestHouse } from '#tests/kit/house.ts';

describe.each(allApprovals().map((kind) => [kind.name, kind] as const))('%s', (name, kind) => {
  it('has its screen, its right, its feed and its policy from its declaration', () => {
    expect(screens.find(({ path }) => path === `/${kind.route}`)).toMatchObject({ entity: name, group: 'approvals' });
    expect(allFeeds().get(`approvals/${name}`)?.need).toBe(`approvals/${name}:view`);
    expect(allPolicies().filter((policy) => policy.name === `ask-${name}`)).toHaveLength(1);
  });

  it('names events that its subject translates, and the subject can be told the number of the request', () => {
    const subject = allStreams().get(kind.subject)!;
    const { applied, failed, superseded } = kind.settled;
    for (const type of [kind.raisedOn, ...applied, ...failed, ...superseded])
      for (const words of Object.values(subject.words)) expect(words[type], type).toBeTruthy();
    expect(applied.length).toBeGreaterThan(0);
    expect(failed.length).toBeGreaterThan(0);
    expect(subject.commands['linkApproval']?.need).toBe('system');
  });

  it('shows on a locked screen only what it declares as evidence, with a heading in both languages', () => {
    const evidence = kind.evidence.map(({ key }) => key);
    expect(evidence).toEqual(expect.arrayContaining([...(kind.lockScreen ?? [])]));
    for (const words of Object.values(kind.words) as Readonly<Record<string, string>>[])
      for (const { key } of [...kind.evidence, ...kind.columns]) expect(words[`column.${key}`], key).toBeTruthy();
    const common = [...columnsBefore, ...columnsAfter].map(({ key }) => key);
    expect(kind.columns.map(({ key }) => key)).toEqual(expect.arrayContaining(common));
    for (const { key } of kind.columns.filter((one) => !common.includes(one.key))) expect([...evidence, 'before', 'after']).toContain(key);
  });
});

let app: TestHouse;
let agent: Person;
let lead: Person;
beforeAll(async () => {
  app = await openTestHouse();
  [agent, lead] = await Promise.all([app.signIn('agent1'), app.signIn('lead')]);
});
afterAll(() => app?.close());

const rowsOf = async (kind: string): Promise<ApprovalRow[]> => ((await lead.get(`/feeds/approvals/${kind}`)).body as { rows: ApprovalRow[] }).rows;
const status = async (who: Person, id: string): Promise<{ status: number; body: ApprovalStatus }> => who.get(`/approval-status/${id}`) as never;

test('the team lead finds requests of every kind waiting in the demo', async () => {
  for (const { name } of allApprovals()) {
    const waiting = (await rowsOf(name)).filter(({ actions }) => actions.includes('approveStep'));
    expect(waiting.length, name).toBeGreaterThan(0);
    expect(waiting.every(({ kind }) => kind === name)).toBe(true);
  }
});

test('before the decision its reader learns that the slot was taken since, and whoever has no part learns nothing', async () => {
  const rows = await rowsOf('appReScheduleApproval');
  const found = await Promise.all(rows.map(async (row) => (await status(lead, row.id)).body));
  expect(found.map(({ fails }) => fails)).toContain('slotTaken');
  expect(found.map(({ fails }) => fails)).toContain(null);
  for (const { fails } of found) if (fails) for (const words of Object.values(approvalWords)) expect(words[`why.${fails}` as keyof typeof words]).toBeTruthy();
  const stranger = await app.signIn('store');
  expect((await status(stranger, rows[0]!.id)).status).toBe(404);
  expect((await status(lead, '999999')).status).toBe(404);
  expect((await status(lead, 'x')).status).toBe(404);
});

test('trying an effect leaves no event behind', async () => {
  const [row] = await rowsOf('taskCancellationApproval');
  const before = app.house.log.head();
  expect((await status(lead, row!.id)).body).toMatchObject({ fails: null });
  expect(app.house.log.head()).toBe(before);
});

test('a cancellation is applied once after the time to undo, and its status says so', async () => {
  const [row] = await rowsOf('taskCancellationApproval');
  const { stream } = row!.subject;
  expect((await agent.order(`approval-${row!.id}`, 'approveStep', { step: 1 })).status).toBe(403);
  expect((await lead.order(`approval-${row!.id}`, 'approveStep', { step: 1 })).status).toBe(200);
  expect((await status(lead, row!.id)).body).toMatchObject({ state: 'pendingApply', fails: null });
  app.clock.pretend(app.clock.now() + 31_000);
  for (let left = 1; left > 0;) {
    await app.house.settled();
    left = await app.house.asks.sweep();
  }
  await app.house.settled();
  expect((await status(lead, row!.id)).body).toEqual({ state: 'applied', why: null, fails: null });
  expect((await app.house.log.readStream(stream)).filter(({ type }) => type === 'AppointmentCancelled')).toHaveLength(1);
  expect(app.faults).toEqual([]);
});
