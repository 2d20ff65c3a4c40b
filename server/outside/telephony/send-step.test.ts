import { expect, it } from 'vitest';
import type { CallRow } from '#shared/feeds/calls.ts';
import { people, wednesday } from '#tests/kit/life.ts';
import { uuidOf } from '../../jobs/reactions.ts';
import type { Report, Step } from './provider.ts';
import { sendStep } from './send-step.ts';
import { openSweep } from './sweep.ts';

const signing = { sign: () => ({}), prove: () => null, keyOf: uuidOf };
const access = { systemViewer: () => people.system! };
const placedAt = new Date(wednesday).toISOString();
const dial = {
  recipient: 'call-1',
  callId: 1,
  action: 'dial',
  to: '5550110021',
  series: '140',
  agent: { id: 101, name: 'Ravi' },
  language: null,
  announceRecording: true,
  placedAt,
};
const hangup = { recipient: 'call-1', callId: 1, action: 'hangup' };

/** A partner that cannot be reached at first, and what became of the call at it and here. */
function desk() {
  const at = { now: wednesday, away: true, hangUpAsked: false, stage: 'dialling' as CallRow['stage'] };
  const carried: Step['action'][] = [];
  const here: unknown[] = [];
  const send = sendStep({
    handle: async ({ stream, command, input }) => {
      here.push([command, input]);
      return { id: '1', stream, version: 2, position: 2 };
    },
    access,
    signing,
    clock: { now: () => at.now },
    provider: {
      name: 'stub',
      carryOut: async ({ action }) => {
        if (at.away) throw new Error('no connection');
        carried.push(action);
      },
      status: async () => null,
      recording: async () => null,
      stop: () => undefined,
    },
    call: () => at,
    onError: (error) => {
      throw error;
    },
  });
  return { at, carried, here, send };
}

it('given a dial that waits for its retry, when the agent hangs up, then the phone never rings', async () => {
  const { at, carried, here, send } = desk();
  await expect(send(dial, 'd')).rejects.toThrow('no connection');
  Object.assign(at, { away: false, hangUpAsked: true });
  await send(hangup, 'h');
  at.now += 5_000;
  await send(dial, 'd');
  expect(carried).toEqual(['hangup']);
  expect(here).toEqual([['providerSays', { status: 'failed' }]]);
});

it('given a dial that waits for its retry, when the agent still waits, then it is dialled', async () => {
  const { at, carried, send } = desk();
  await expect(send(dial, 'd')).rejects.toThrow('no connection');
  Object.assign(at, { away: false, now: at.now + 5_000 });
  await send(dial, 'd');
  expect(carried).toEqual(['dial']);
});

it.each(['ringing', 'wrapUp'] as const)(
  'given a call that is %s, then a late dial is not sent and changes nothing',
  async (stage) => {
    const { at, carried, here, send } = desk();
    Object.assign(at, { away: false, stage });
    await send(dial, 'd');
    expect([carried, here]).toEqual([[], []]);
  },
);

it('given a partner that says nothing of a call, then it is asked less and less often, and at once after a change', async () => {
  const at = { now: wednesday + 45_000, version: 1 };
  const asked: number[] = [];
  const row = { id: '1', stage: 'ringing', reportedAt: placedAt, placedAt, hangUpAsked: false };
  const sweep = openSweep({
    handle: async ({ stream }) => ({ id: '1', stream, version: 2, position: 2 }),
    access,
    signing,
    clock: { now: () => at.now },
    provider: {
      name: 'stub',
      carryOut: async () => undefined,
      status: async (): Promise<Report | null> => {
        asked.push((at.now - wednesday) / 1_000);
        return null;
      },
      recording: async () => null,
      stop: () => undefined,
    },
    calls: () => [{ ...row, version: at.version } as CallRow],
    onError: (error) => {
      throw error;
    },
  });
  for (; at.now < wednesday + 400_000; at.now += 5_000) await sweep();
  expect(asked).toEqual([45, 50, 60, 80, 120, 200, 320]);
  at.version = 2;
  await sweep();
  expect(asked.at(-1)).toBe(400);
});
