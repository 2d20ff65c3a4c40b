import type { AnyEvent } from '#tests/kit/any-event.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Pool } from 'pg';
import { freshStore, type FreshStore } from '#tests/kit/fresh-store.ts';
import { directory, people, wednesday } from '#tests/kit/life.ts';
import { isRefusal } from '#shared/core/refusal.ts';
import type { Viewer } from '#shared/core/permission.ts';
import { signup } from '#shared/streams/customers/signup/signup.ts';
import * as register from '#shared/streams/index.ts';
import type { StreamDef } from '#shared/core/stream.ts';
import { allPolicies } from '#server/core/registers.ts';
import { simulatedOutbox } from '#server/outside/outbox.ts';
import { oneTimeCodes } from '#server/special/one-time-code.ts';
import { signupOtp } from '#server/special/signup-otp.ts';
import { openHandle } from '#server/store/handle.ts';
import { openLog, type OpenLog } from '#server/store/log.ts';
import { openNumbers } from '#server/store/numbers.ts';
import { openStates } from '#server/store/states.ts';
import { ulidMaker } from '#server/store/ulid.ts';
import type { Handle } from '#server/core/parts.ts';

let store: FreshStore;
let pool: Pool;
let log: OpenLog;
let handle: Handle;
let now = wednesday;
const faults: unknown[] = [];
const full = signup.story![1]!.input as Record<string, any>;

beforeAll(async () => {
  store = await freshStore(8);
  pool = store.pool;
  log = await openLog(pool, { pollMs: 1_000, shared: false, onError: (error) => void faults.push(error) });
  const streams = new Map((Object.values(register) as StreamDef[]).map((def) => [def.name, def]));
  const states = openStates(pool, streams);
  log.follow('states', (events) => states.apply(events));
  const clock = { now: () => now };
  const newId = ulidMaker(clock.now);
  const prepare = signupOtp(oneTimeCodes({ pool, clock, newId, send: simulatedOutbox(clock) }));
  handle = openHandle({
    pool,
    log,
    states,
    numbers: openNumbers(pool),
    clock,
    directory,
    streams,
    prepare,
    newId,
  });
  const uploaded = { mime: 'image/png', bytes: 1, sha256: 'a'.repeat(64) };
  for (const { fileId, name } of full['documents'])
    await must(`file-${fileId}`, 'keep', { name, ...uploaded }, { ...people.agent1!, kind: 'system' });
});
afterAll(async () => {
  await log?.close();
  await store?.close();
});

const command = (stream: string, command: string, input: object, viewer: Viewer, expectedVersion?: number) =>
  handle({
    stream,
    command,
    input,
    viewer,
    correlationId: 'promise',
    ...(expectedVersion === undefined ? {} : { expectedVersion }),
  });
async function must(
  stream: string,
  name: string,
  input: object,
  viewer: Viewer,
  expectedVersion?: number,
): Promise<any> {
  const answer = await command(stream, name, input, viewer, expectedVersion);
  if (isRefusal(answer)) throw new Error(`${stream} ${name}: ${JSON.stringify(answer)}`);
  return answer;
}
/** Doctors neither check in nor out, so attendance does not stand in the way. */
const agents = Array.from({ length: 50 }, (_, n): Viewer => ({
  ...people.verifier!,
  empId: 1_000 + n,
  name: `Agent ${n}`,
  effectiveDesignationId: 7,
  sessionId: `s${n}`,
}));
async function submitted(n: number): Promise<string> {
  const phone = `555${String(1_000_000 + n)}`;
  const { id, version } = await must(
    'signup-new',
    'start',
    { pooId: 1, ...full, applicant: { ...full.applicant, phone } },
    people.agent1!,
  );
  await must(`signup-${id}`, 'submit', {}, people.agent1!, version);
  return id;
}

describe('one item, one owner', () => {
  test('of 50 agents who claim the same row at once, one holds it and the others learn who, round after round', async () => {
    for (let round = 0; round < 200; round += 1) {
      const id = await submitted(round);
      const answers = await Promise.all(
        agents.map((agent) => command(`queueitem-signup-queue-${id}`, 'claim', {}, agent)),
      );
      const won = answers.flatMap((answer, n) => (isRefusal(answer) ? [] : [agents[n]!]));
      expect(won).toHaveLength(1);
      for (const answer of answers)
        if (isRefusal(answer))
          expect(answer).toMatchObject({
            code: 'alreadyClaimed',
            status: 423,
            details: { name: won[0]!.name },
          });
      expect(
        (await log.readStream(`queueitem-signup-queue-${id}`)).filter(
          (event) => event.type === 'QueueItemClaimed',
        ),
      ).toHaveLength(1);
      await must(`queueitem-signup-queue-${id}`, 'release', {}, won[0]!);
    }
    expect(faults).toEqual([]);
  });

  test('an agent who claims ten rows at once holds one', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, (_, n) => submitted(1_100 + n)));
    const answers = await Promise.all(
      ids.map((id) => command(`queueitem-signup-queue-${id}`, 'claim', {}, agents[0]!)),
    );
    expect(answers.filter((answer) => !isRefusal(answer))).toHaveLength(1);
    for (const answer of answers)
      if (isRefusal(answer)) expect(answer).toMatchObject({ code: 'tooManyClaims', status: 422 });
    const taken = (await log.readStream(`agentwork-${agents[0]!.empId}`)).filter(
      (event) => event.type === 'WorkTaken',
    );
    const ended = (await log.readStream(`agentwork-${agents[0]!.empId}`)).filter(
      (event) => event.type === 'WorkEnded',
    );
    expect(taken.length - ended.length).toBe(1);
  });
});

describe('a verified case', () => {
  test('becomes one customer, however often completion is requested, and not while it can be undone', async () => {
    const id = await submitted(1_900);
    const stream = `signup-${id}`;
    const [who] = [agents[9]!];
    await must(`queueitem-signup-queue-${id}`, 'claim', {}, who);
    await must(stream, 'beginVerification', {}, who);
    await must(stream, 'sendOtp', {}, who);
    expect(await command(stream, 'sendOtp', {}, who)).toMatchObject({
      code: 'otpTooSoon',
      status: 429,
      details: { s: 30 },
    });
    const { rows } = await pool.query<{ body: string }>(
      'select body from outbox_messages where recipient = $1',
      ['5551001900'],
    );
    const code = /\d{6}/.exec(rows[0]!.body)![0];
    expect(
      await command(stream, 'verifyOtp', { code: code === '111111' ? '222222' : '111111' }, who),
    ).toMatchObject({
      code: 'otpWrong',
      status: 422,
      details: { left: 4 },
    });
    await must(stream, 'verifyOtp', { code }, who);
    expect(JSON.stringify(await log.readStream(stream))).not.toContain(code);
    let version = 0;
    for (const item of [
      'identityReadable',
      'addressServiceable',
      'patientComplete',
      'prescriptionPresent',
      'consentsRecorded',
    ])
      version = (await must(stream, 'tickChecklist', { item }, who)).version;
    const { undoUntil } = await must(stream, 'verify', {}, who, version);
    const policy = allPolicies().find((one) => one.name === 'complete-signup')!;
    const verified = (await log.readStream(stream)).findLast((event) => event.type === 'SignupVerified')!;
    const [react] = policy.react(verified, { directory });
    expect(react).toMatchObject({ stream, command: 'complete', at: Date.parse(undoUntil) });
    expect(await command(stream, 'complete', { undoUntil }, people.system!)).toMatchObject({
      code: 'noLongerNeeded',
    });
    now += 30_000;
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => command(stream, 'complete', { undoUntil }, people.system!)),
    );
    expect(answers.filter((answer) => !isRefusal(answer))).toHaveLength(1);
    const { customerId } = (await log.readStream<AnyEvent>(stream)).findLast(
      (event) => event.type === 'SignupCompleted',
    )!.data;
    expect((await log.readStream(`customer-${customerId}`)).map((event) => event.type)).toEqual([
      'CustomerCreated',
    ]);
    expect(await log.readStream('unique-customer-phone-5551001900')).toHaveLength(1);
  });
});

describe('a code by SMS', () => {
  const codeFor = async (recipient: string): Promise<string> => {
    const { rows } = await pool.query<{ body: string }>(
      'select body from outbox_messages where recipient = $1 order by at desc limit 1',
      [recipient],
    );
    return /\d{6}/.exec(rows[0]!.body)![0];
  };
  /** A case held by an agent of its own, with a code on its way. */
  const requested = async (
    n: number,
    who: Viewer,
  ): Promise<{ stream: string; phone: string; code: string }> => {
    const id = await submitted(n);
    await must(`queueitem-signup-queue-${id}`, 'claim', {}, who);
    await must(`signup-${id}`, 'beginVerification', {}, who);
    await must(`signup-${id}`, 'sendOtp', {}, who);
    const phone = `555${String(1_000_000 + n)}`;
    return { stream: `signup-${id}`, phone, code: await codeFor(phone) };
  };

  test('verifies the phone of its own case and of no other, once and for five minutes', async () => {
    const [one, other] = [await requested(2_001, agents[20]!), await requested(2_002, agents[21]!)];
    if (one.code === other.code) throw new Error('The two codes are the same by chance; run it again.');
    expect(await command(other.stream, 'verifyOtp', { code: one.code }, agents[21]!)).toMatchObject({
      code: 'otpWrong',
      status: 422,
    });
    // Nor when both cases have the same number and that code is the newer one.
    const numberOf = (stream: string, phone: string) =>
      pool.query(
        "update otp_codes set phone_key = $2, sent_at = sent_at + interval '1 second' where subject = $1",
        [stream, phone],
      );
    await numberOf(one.stream, other.phone);
    expect(await command(other.stream, 'verifyOtp', { code: one.code }, agents[21]!)).toMatchObject({
      code: 'otpWrong',
      details: { left: 3 },
    });
    await numberOf(one.stream, one.phone);
    // An agent who does not hold the case cannot even try.
    expect(await command(other.stream, 'verifyOtp', { code: other.code }, agents[20]!)).toMatchObject({
      code: 'leaseLost',
      status: 410,
    });
    await must(one.stream, 'verifyOtp', { code: one.code }, agents[20]!);
    expect(await command(one.stream, 'verifyOtp', { code: one.code }, agents[20]!)).toMatchObject({
      code: 'otpExpired',
      status: 410,
    });
    now += 5 * 60_000;
    expect(await command(other.stream, 'verifyOtp', { code: other.code }, agents[21]!)).toMatchObject({
      code: 'otpExpired',
    });
  });

  test('a new one invalidates the previous one; one for another number of the same case is not accepted', async () => {
    const who = agents[22]!;
    const { stream, code: first, phone } = await requested(2_003, who);
    now += 30_000;
    await must(stream, 'sendOtp', {}, who);
    const second = await codeFor(phone);
    if (first !== second)
      expect(await command(stream, 'verifyOtp', { code: first }, who)).toMatchObject({ code: 'otpWrong' });
    await pool.query("update otp_codes set phone_key = '5550000000' where subject = $1", [stream]);
    expect(await command(stream, 'verifyOtp', { code: second }, who)).toMatchObject({ code: 'otpExpired' });
  });

  test('five wrong ones lock the number for half an hour, for the right code and for a new one too', async () => {
    const who = agents[23]!;
    const { stream, code } = await requested(2_004, who);
    const wrong = code === '111111' ? '222222' : '111111';
    for (let left = 4; left > 0; left -= 1)
      expect(await command(stream, 'verifyOtp', { code: wrong }, who)).toMatchObject({
        code: 'otpWrong',
        details: { left },
      });
    expect(await command(stream, 'verifyOtp', { code: wrong }, who)).toMatchObject({
      code: 'otpLocked',
      status: 429,
    });
    expect(await command(stream, 'verifyOtp', { code }, who)).toMatchObject({ code: 'otpLocked' });
    now += 29 * 60_000;
    expect(await command(stream, 'sendOtp', {}, who)).toMatchObject({ code: 'otpLocked', status: 429 });
    expect((await log.readStream(stream)).some((event) => event.type === 'OtpVerified')).toBe(false);
  });

  test('a number gets three in a quarter of an hour, and six a day', async () => {
    const who = agents[25]!;
    const { stream } = await requested(2_006, who);
    const send = () => command(stream, 'sendOtp', {}, who);
    now += 29_000;
    expect(await send()).toMatchObject({ code: 'otpTooSoon', status: 429 });
    for (const n of [2, 3]) {
      now += 60_000;
      expect(isRefusal(await send()), `code ${n}`).toBe(false);
    }
    now += 60_000;
    expect(await send()).toMatchObject({ code: 'otpSendLimit', status: 429 });
    for (const n of [4, 5, 6]) {
      now += 16 * 60_000;
      expect(isRefusal(await send()), `code ${n}`).toBe(false);
    }
    now += 16 * 60_000;
    expect(await send()).toMatchObject({ code: 'otpSendLimit', status: 429 });
  });

  test('simultaneous attempts are counted one by one', async () => {
    const who = agents[24]!;
    const { stream, code } = await requested(2_005, who);
    const guesses = Array.from({ length: 20 }, (_, n) =>
      String((Number(code) + 1 + n) % 1_000_000).padStart(6, '0'),
    );
    const answers = await Promise.all(
      guesses.map((guess) => command(stream, 'verifyOtp', { code: guess }, who)),
    );
    expect(answers.filter((answer) => isRefusal(answer) && answer.code === 'otpWrong')).toHaveLength(4);
    expect(answers.filter((answer) => isRefusal(answer) && answer.code === 'otpLocked')).toHaveLength(16);
  });
});
