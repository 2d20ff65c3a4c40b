import fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isRefusal } from '#shared/core/refusal.ts';
import { callsView, type CallRow } from '#shared/feeds/calls.ts';
import { call } from '#shared/streams/calls/call/call.ts';
import { phoneline } from '#shared/streams/calls/call/phone-line.ts';
import { caller } from '#shared/streams/calls/call/serving.ts';
import { noLead } from '#shared/streams/leads/lead/state.ts';
import { checkedIn, openLife, people, wednesday, type Life } from '#tests/kit/life.ts';
import type { Handle } from '../../core/parts.ts';
import { limits } from '#shared/core/limits.ts';
import { uuidOf } from '../../jobs/reactions.ts';
import { provenId, sign } from '../../sources/signature.ts';
import type { Signing } from '../signing.ts';
import { mappingFile, ownMapping, readReport } from './mapping.ts';
import type { Report, Step } from './provider.ts';
import { receiveTelephony } from './receive.ts';
import { behaviourOf, telephonySimulator } from './simulator.ts';
import { isSilent, openSweep } from './sweep.ts';

const ravi = { ...people.agent1!, rights: new Set(['Out Bound/outCall:edit']) };
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
let now = wednesday;
const clock = { now: () => now };
const signing: Signing = {
  sign: (...parts) => ({ ...sign(...parts) }),
  prove: (headers, body, secrets, atMs) =>
    provenId(headers, body, secrets, atMs, limits.webhookWindowSeconds),
  keyOf: uuidOf,
};
const access = { systemViewer: () => people.system! };

interface Desk {
  readonly life: Life;
  readonly handle: Handle;
  readonly rows: () => readonly CallRow[];
}

/** One call under way; a command told again under its key answers as before. */
function desk(): Desk {
  const lead = {
    ...noLead(),
    exists: true,
    stage: 'Queued',
    name: 'Mohan Rao',
    phone: '5550110021',
    pooId: 1,
    consent: 'explicit',
  };
  const life = openLife([call, caller, phoneline], (stream) =>
    stream === 'lead-1' ? lead : checkedIn(stream),
  );
  life.must('call-new', 'placeCall', { subject: 'lead-1' }, { as: ravi });
  const before = new Map<string, Awaited<ReturnType<Handle>>>();
  const handle: Handle = async ({ stream, command, input, idempotencyKey = '' }) => {
    const known = before.get(idempotencyKey);
    if (known) return known;
    const done = life.command(stream, command, input, { now });
    const answer = isRefusal(done) ? done : { id: done.id, stream, version: 1, position: 1 };
    before.set(idempotencyKey, answer);
    return answer;
  };
  const rows = (): readonly CallRow[] => {
    const row = life.log
      .filter(({ stream }) => stream === 'call-1')
      .reduce<ReturnType<typeof callsView.row>>(
        (kept, event) => callsView.row(kept ?? undefined, event, '1'),
        null,
      );
    return row ? [row] : [];
  };
  return { life, handle, rows };
}
const types = ({ life }: Desk): string[] =>
  life.log.filter(({ stream }) => stream === 'call-1').map(({ type }) => type);

beforeEach(() => {
  now = wednesday;
});

describe('webhooks', () => {
  const opened = async (at: Desk) => {
    const app = fastify();
    app.setErrorHandler((error, _request, reply) =>
      reply.code(isRefusal(error) ? error.status : 500).send({}),
    );
    await app.register(
      receiveTelephony({
        handle: at.handle,
        access,
        signing,
        clock,
        secrets: [secret],
        mapping: ownMapping,
        onError: () => undefined,
      }),
    );
    let n = 0;
    return (body: object | string, id = `hook-${(n += 1)}`, key = secret) => {
      const payload = typeof body === 'string' ? body : JSON.stringify(body);
      return app.inject({
        method: 'POST',
        url: '/telephony/webhooks',
        payload,
        headers: { 'content-type': 'application/json', ...sign(key, id, now, payload) },
      });
    };
  };
  it('late, doubled and out of order make one call', async () => {
    const at = desk();
    const post = await opened(at);
    const report = { callRef: 'call-1', providerCallId: 'p-9' };
    expect((await post({ ...report, status: 'answered' }, 'a')).statusCode).toBe(200);
    await post({ ...report, status: 'answered' }, 'a');
    await post({ ...report, status: 'ringing' });
    now += 60_000;
    await post({ ...report, status: 'completed', endedBy: 'customer' });
    await post({ ...report, status: 'completed', endedBy: 'customer' });
    await post({ ...report, recording: { url: 'https://partner.example/1.wav', seconds: 60 } });
    expect(types(at)).toEqual(['CallPlaced', 'CallConnected', 'CallEnded', 'CallRecordingAttached']);
  });
  it('without a good signature are refused; unreadable ones are taken off the sender’s hands', async () => {
    const at = desk();
    const post = await opened(at);
    const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
    expect((await post({ callRef: 'call-1', status: 'answered' }, 'a', other)).statusCode).toBe(401);
    expect((await post('{"callRef":')).statusCode).toBe(202);
    expect((await post({ callRef: 'call-1', status: 'teleported' })).statusCode).toBe(202);
    expect(types(at)).toEqual(['CallPlaced']);
  });
});

it('another provider is understood by its mapping', () => {
  const mapping = mappingFile.parse({
    fields: {
      callRef: 'Call.CustomField',
      providerCallId: 'Call.Sid',
      status: 'Call.Status',
      talkSec: 'Call.Duration',
      recordingUrl: 'Call.RecordingUrl',
    },
    statuses: { 'in-progress': 'answered' },
  });
  expect(readReport({ Call: { CustomField: 'call-1', Sid: 'x1', Status: 'in-progress' } }, mapping)).toEqual({
    callRef: 'call-1',
    providerCallId: 'x1',
    status: 'answered',
  });
  expect(
    readReport(
      {
        Call: {
          CustomField: 'call-1',
          Status: 'completed',
          Duration: '42',
          RecordingUrl: 'https://x.example/r',
        },
      },
      mapping,
    ),
  ).toEqual({
    callRef: 'call-1',
    status: 'completed',
    talkSec: 42,
    recording: { url: 'https://x.example/r', seconds: 0 },
  });
});

describe('the sweep', () => {
  const sweep = (at: Desk, known: Report | null) =>
    openSweep({
      ...{ handle: at.handle, access, signing, clock, calls: at.rows },
      provider: {
        name: 'stub',
        carryOut: async () => undefined,
        status: async () => known,
        recording: async () => null,
        stop: () => undefined,
      },
      onError: (error) => {
        throw error;
      },
    })();
  it('leaves alone a call that was reported lately', async () => {
    const at = desk();
    now += 44_000;
    expect(await sweep(at, { callRef: 'call-1', status: 'completed' })).toBe(0);
  });
  it('asks for lost webhooks and settles the call', async () => {
    const at = desk();
    now += 45_000;
    await sweep(at, { callRef: 'call-1', status: 'answered' });
    expect(types(at)).toEqual(['CallPlaced', 'CallConnected']);
    now += 120_000;
    await sweep(at, { callRef: 'call-1', status: 'completed', talkSec: 100 });
    await sweep(at, { callRef: 'call-1', status: 'completed', talkSec: 100 });
    expect(types(at)).toEqual(['CallPlaced', 'CallConnected', 'CallEnded']);
  });
  it('ends what nobody knows of after ten minutes', async () => {
    const at = desk();
    now += 5 * 60_000;
    await sweep(at, null);
    expect(types(at)).toEqual(['CallPlaced']);
    now += 5 * 60_000;
    await sweep(at, null);
    expect(types(at)).toEqual(['CallPlaced', 'CallNotConnected']);
  });
  it('asks soon after a hang-up', () => {
    const row = {
      stage: 'connected',
      reportedAt: new Date(wednesday).toISOString(),
      hangUpAsked: true,
    } as const;
    expect([
      isSilent(row, wednesday + 7_000),
      isSilent(row, wednesday + 8_000),
      isSilent({ ...row, hangUpAsked: false }, wednesday + 100_000),
    ]).toEqual([false, true, false]);
  });
});

describe('the simulator', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const play = async (to: string, ms: number, later?: Step['action']): Promise<string[]> => {
    const emitted: Report[] = [];
    const simulator = telephonySimulator({
      clock: { now: () => Date.now() },
      deliver: async (one) => void emitted.push(one),
      onError: () => undefined,
    });
    const base = { recipient: 'call-1', callId: 1 };
    const agent = { id: 101, name: 'Ravi' };
    const placedAt = new Date(wednesday).toISOString();
    const dial: Step = {
      ...base,
      action: 'dial',
      to,
      series: '140',
      agent,
      language: null,
      announceRecording: true,
      placedAt,
    };
    await simulator.carryOut(dial, 'k1');
    await simulator.carryOut(dial, 'k1');
    await vi.advanceTimersByTimeAsync(ms);
    if (later === 'hangup') await simulator.carryOut({ ...base, action: 'hangup' }, 'k2');
    await vi.advanceTimersByTimeAsync(5_000);
    return emitted.map(({ status, recording }) => status ?? (recording ? 'recording' : '?'));
  };
  it.each([
    ['5550111000', 10_000, 'hangup', ['ringing', 'answered', 'completed', 'recording']],
    ['5550111005', 40_000, undefined, ['ringing', 'answered', 'completed', 'recording']],
    ['5550111006', 10_000, undefined, ['busy']],
    ['5550111007', 30_000, undefined, ['ringing', 'no-answer']],
    ['5550111008', 10_000, undefined, ['ringing', 'answered', 'completed', 'recording']],
    ['5550111009', 10_000, undefined, ['failed']],
    ['5550111001', 2_000, 'hangup', ['ringing', 'no-answer']],
  ] as const)('plays %s', async (to, ms, later, expected) => {
    expect(await play(to, ms, later)).toEqual(expected);
  });
  it('knows nothing of calls from before it began, and plays a recording', async () => {
    const simulator = telephonySimulator({ clock, deliver: async () => undefined, onError: () => undefined });
    expect(await simulator.status('call-7')).toEqual({ callRef: 'call-7', status: 'completed' });
    const found = await simulator.recording('simulated://recordings/call-7?seconds=3');
    expect([found?.type, found?.bytes.subarray(0, 4).toString(), found?.bytes.length]).toEqual([
      'audio/wav',
      'RIFF',
      44 + 3 * 8_000,
    ]);
    expect(await simulator.recording('https://elsewhere.example/x')).toBeNull();
    expect(behaviourOf('5550110028')).toBe('drops');
  });
});
