import type { ProviderWord } from '#shared/streams/calls/call/provider.ts';
import type { Clock } from '../../core/parts.ts';
import { callRefOf, type Report, type Step, type TelephonyProvider } from './provider.ts';
import { simulatedSound } from './simulated-sound.ts';

/** What a called number does; its last digit decides, so that a test or a trainer can choose. */
export type Behaviour = 'answers' | 'endsEarly' | 'drops' | 'isBusy' | 'ringsOut' | 'isSwitchedOff';
export function behaviourOf(phone: string): Behaviour {
  const digit = Number(phone.at(-1));
  if (digit === 6) return 'isBusy';
  if (digit === 7) return 'ringsOut';
  if (digit === 8) return 'drops';
  if (digit === 9) return 'isSwitchedOff';
  return digit === 5 ? 'endsEarly' : 'answers';
}

interface Line {
  readonly behaviour: Behaviour;
  readonly providerCallId: string;
  readonly timers: Set<NodeJS.Timeout>;
  status: ProviderWord;
  answeredAt: number | null;
  endedAt: number | null;
  recorded: boolean;
}

export interface SimulatorParts {
  readonly clock: Clock;
  /** Delivers one report as a signed webhook. */
  readonly deliver: (report: Report) => Promise<void>;
  /** How fast the partner is: 1 is life, a test takes less. */
  readonly pace?: number;
  readonly onError: (error: unknown) => void;
}

const second = 1_000;
const scheme = 'simulated:';

/** Plays a telephony partner: answers, is busy, rings out, drops, and keeps a recording of who did not refuse it. */
export function telephonySimulator({ clock, deliver, pace = 1, onError }: SimulatorParts): TelephonyProvider {
  const lines = new Map<string, Line>();
  const done = new Set<string>();

  const report = (ref: string, line: Line, more: Partial<Report> = {}): void => {
    const at = new Date(clock.now()).toISOString();
    deliver({ callRef: ref, providerCallId: line.providerCallId, status: line.status, at, ...more }).catch(
      onError,
    );
  };
  const after = (line: Line, ms: number, act: () => void): void => {
    const timer = setTimeout(() => {
      line.timers.delete(timer);
      act();
    }, ms * pace);
    timer.unref();
    line.timers.add(timer);
  };
  const become = (ref: string, line: Line, status: ProviderWord, more: Partial<Report> = {}): void => {
    line.status = status;
    report(ref, line, more);
  };
  const talked = (line: Line): number =>
    line.answeredAt === null
      ? 0
      : Math.max(0, Math.round(((line.endedAt ?? clock.now()) - line.answeredAt) / second));
  const end = (ref: string, line: Line, by: 'agent' | 'customer'): void => {
    if (line.endedAt !== null) return;
    for (const timer of line.timers) clearTimeout(timer);
    line.timers.clear();
    line.endedAt = clock.now();
    if (line.answeredAt === null) return become(ref, line, 'no-answer');
    become(ref, line, 'completed', { endedBy: by, talkSec: talked(line) });
    if (!line.recorded) return;
    const seconds = Math.max(1, talked(line));
    after(line, second, () => {
      const recording = { url: `${scheme}//recordings/${ref}?seconds=${seconds}`, seconds };
      deliver({ callRef: ref, providerCallId: line.providerCallId, recording }).catch(onError);
    });
  };
  const dial = (ref: string, to: string): void => {
    const behaviour = behaviourOf(to);
    const line: Line = {
      behaviour,
      providerCallId: `sim-${ref}`,
      timers: new Set(),
      status: 'ringing',
      answeredAt: null,
      endedAt: null,
      recorded: true,
    };
    lines.set(ref, line);
    const fail = (status: ProviderWord): void => {
      line.endedAt = clock.now();
      become(ref, line, status);
    };
    if (behaviour === 'isSwitchedOff') return after(line, 2 * second, () => fail('failed'));
    if (behaviour === 'isBusy') return after(line, 2 * second, () => fail('busy'));
    after(line, 1.2 * second, () => report(ref, line));
    if (behaviour === 'ringsOut') return after(line, 18 * second, () => fail('no-answer'));
    return after(line, 4 * second, () => {
      line.answeredAt = clock.now();
      become(ref, line, 'answered');
      if (behaviour === 'drops') after(line, 4 * second, () => end(ref, line, 'customer'));
      if (behaviour === 'endsEarly') after(line, 25 * second, () => end(ref, line, 'customer'));
    });
  };

  return {
    name: 'simulator',
    async carryOut(step: Step, key: string) {
      if (done.has(key)) return;
      done.add(key);
      const ref = callRefOf(step.callId);
      if (step.action === 'dial') return dial(ref, step.to);
      const line = lines.get(ref);
      if (!line) return;
      if (step.action === 'hangup') end(ref, line, 'agent');
      if (step.action === 'stop-recording') line.recorded = false;
    },
    async status(callRef) {
      const line = lines.get(callRef);
      // A simulated call lives as long as this process: one from before is over.
      if (!line) return { callRef, status: 'completed' };
      const ended = line.status === 'completed' ? { talkSec: talked(line) } : {};
      return { callRef, providerCallId: line.providerCallId, status: line.status, ...ended };
    },
    async recording(url) {
      if (!url.startsWith(scheme)) return null;
      const seconds = Number(new URL(url).searchParams.get('seconds'));
      return { type: 'audio/wav', bytes: simulatedSound(seconds, url.length + seconds) };
    },
    stop() {
      for (const line of lines.values()) for (const timer of line.timers) clearTimeout(timer);
    },
  };
}
