import { addDays, businessDay } from '#shared/core/day.ts';
import type { Viewer } from '#shared/core/permission.ts';
import { inPoos } from '#shared/core/permission.ts';
import { isRefusal } from '#shared/core/refusal.ts';
import { pharmaLeadQueue } from '#shared/queues/pharma-lead/queue.ts';
import type { CallerState } from '#shared/streams/calls/call/caller.ts';
import type { DispositionCode } from '#shared/streams/calls/call/dispositions.ts';
import type { CallState } from '#shared/streams/calls/call/state.ts';
import { randomUUID } from 'node:crypto';
import type { OpenServer } from '../app.ts';
import { leadReasons } from './leads.ts';

/** Agents without a demo account: nobody signs in as one of them, so nobody's work is taken over. */
export const pulseAgents: readonly number[] = [105, 106];
const talkMs = 14_000;
const wrapUpMs = 5_000;
const tries = 3;
/** A lead arrives at every other tick; of those that still wait, no more than so many stay. */
const newLeadEvery = 2;
const mostWaiting = 12;

const names =
  'Asha Bhat,Chetan Rao,Deepa Nair,Eknath Patil,Farah Khan,Gopal Shetty,Harini Das,Imran Sheikh'.split(',');
const places: readonly (readonly [pooId: number, pincode: string])[] = [
  [1, '560011'],
  [2, '560038'],
  [3, '560066'],
  [4, '560102'],
  [7, '500034'],
  [8, '500081'],
];

interface Attending {
  readonly iEcicoId: number | null;
  readonly iCheckInCheckOutFlag: number | null;
}

interface PulseParts {
  readonly server: Pick<OpenServer, 'handle' | 'states' | 'views' | 'access'>;
  readonly clock: { now(): number };
  readonly onError: (error: unknown) => void;
}

/**
 * Simulates two agents and leads that come and go, so that a demo moves while somebody watches, at any hour;
 * one `tick` is one step of each.
 */
export function demoPulse({ server, clock, onError }: PulseParts): { tick(): Promise<void> } {
  let ticks = 0;
  let made = 0;
  let ended = 0;
  let busy = false;
  /** Leads that arrived here and may still wait, oldest first. */
  const arrived: string[] = [];

  const give = async (
    viewer: Viewer,
    stream: string,
    command: string,
    input: object = {},
  ): Promise<string | null> => {
    const handled = await server.handle({
      stream,
      command,
      input,
      viewer,
      idempotencyKey: randomUUID(),
      correlationId: 'demo-pulse',
    });
    // A refusal is the rules at work: outside the hours, or somebody else was quicker.
    if (isRefusal(handled) && handled.status >= 500) throw new Error(`demo pulse: ${handled.code}`);
    return isRefusal(handled) ? null : handled.stream;
  };
  const stateOf = async <S>(stream: string): Promise<S> => (await server.states.load(stream)).state as S;

  const finish = async (viewer: Viewer, stream: string, call: CallState, now: number): Promise<void> => {
    if (call.stage === 'connected' && call.answeredAt && now - Date.parse(call.answeredAt) > talkMs) {
      if (!call.hangUpAsked) await give(viewer, stream, 'hangUp');
      return;
    }
    if (call.endedAt === null || now - Date.parse(call.endedAt) < wrapUpMs) return;
    ended += 1;
    const code: DispositionCode =
      call.answeredAt === null
        ? call.status === 'busy'
          ? 'BUSY'
          : 'RNR'
        : ended % 2 === 0
          ? 'NOT_INTERESTED'
          : 'THINKING';
    await give(viewer, stream, 'dispositionCall', {
      code,
      ...(code === 'THINKING' ? { notes: 'Compares prices with the pharmacy nearby' } : {}),
      ...(code === 'NOT_INTERESTED' ? { reasonId: leadReasons.nearby } : {}),
    });
  };

  const begin = async (viewer: Viewer): Promise<void> => {
    const rows = [...server.views.get(pharmaLeadQueue.view).rows.values()]
      .filter(
        (row) =>
          row.state === 'waiting' &&
          row.holder === null &&
          row.consent !== 'none' &&
          inPoos(viewer, row.pooId) &&
          (row.language === null || viewer.languages === 'all' || viewer.languages.includes(row.language)),
      )
      // The newest ones: the oldest are left for the user of the demo.
      .toSorted((a, b) => b.enteredAt.localeCompare(a.enteredAt));
    for (const row of rows.slice(0, tries))
      if (await give(viewer, `queueitem-${pharmaLeadQueue.name}-${row.id}`, 'claim')) {
        await give(viewer, 'call-new', 'placeCall', { subject: `lead-${row.id}` });
        return;
      }
  };

  const step = async (empId: number): Promise<void> => {
    const viewer = server.access.people.viewer(empId, null);
    if (!viewer) return;
    const now = clock.now();
    const day = `attendance-${empId}-${businessDay(now)}`;
    const before = `attendance-${empId}-${addDays(businessDay(now), -1)}`;
    if ((await stateOf<Attending>(before)).iCheckInCheckOutFlag === 1)
      return void (await give(viewer, before, 'checkOut', { confirmed: true }));
    const { iEcicoId, iCheckInCheckOutFlag } = await stateOf<Attending>(day);
    if (iEcicoId === null) return void (await give(viewer, day, 'checkIn'));
    if (iCheckInCheckOutFlag !== 1) return;
    const { live } = await stateOf<CallerState>(`caller-${empId}`);
    if (!live) return begin(viewer);
    return finish(viewer, live.call, await stateOf<CallState>(live.call), now);
  };

  /** The oldest of the demo's own leads that still waits buys elsewhere, once there are enough. */
  const leave = async (): Promise<void> => {
    if (arrived.length < mostWaiting) return;
    const oldest = arrived.shift();
    const row = server.views.get(pharmaLeadQueue.view).rows.get(oldest?.slice('lead-'.length) ?? '');
    if (oldest && row?.state === 'waiting' && row.holder === null)
      await give(server.access.systemViewer('demo'), oldest, 'markLost', { reasonId: leadReasons.nearby });
  };

  const arrive = async (now: number): Promise<void> => {
    const [pooId, pincode] = places[made % places.length] ?? [1, '560011'];
    const name = names[made % names.length] ?? 'Asha Bhat';
    made += 1;
    const lead = await give(server.access.systemViewer('demo'), 'lead-new', 'createLead', {
      name,
      phone: `559${String(Math.floor(now / 1_000) % 10_000_000).padStart(7, '0')}`,
      pincode,
      pooId,
      source: made % 3 === 0 ? 'referral' : 'web',
      consent: 'explicit',
      interest: 'pharmacy',
    });
    if (lead) arrived.push(lead);
  };

  return {
    async tick() {
      const now = clock.now();
      if (busy) return;
      busy = true;
      ticks += 1;
      try {
        await (ticks % newLeadEvery === 1 ? arrive(now) : leave());
        for (const empId of pulseAgents) await step(empId);
      } catch (error) {
        onError(error);
      } finally {
        busy = false;
      }
    },
  };
}
