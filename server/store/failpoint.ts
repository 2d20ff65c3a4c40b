import { writeSync } from 'node:fs';

/** Named places where a test ends, stops, slows or breaks this process. Nothing happens at them unless one was armed. */
export const failPoints = [
  'append.before',
  'append.after',
  'ack.before',
  'publish.before',
  'policies.kept',
  'view.begin',
  'view.rows',
  'view.checkpoint',
  'job.begin',
  'job.effect',
  'job.done',
  'webhook.taken',
  'outbox.read',
  'outbox.sent',
  'session.revoke',
] as const;
export type FailPoint = (typeof failPoints)[number];
type Action = 'kill' | 'stop' | 'throw' | 'delay';

interface Plan {
  readonly point: FailPoint;
  readonly action: Action;
  readonly ms: number;
  /** Happens at this visit, counted from 1. */
  readonly visit: number;
}

let armed: Plan | null = null;
let visits = 0;

/** Reads `append.before:kill`, `job.effect:stop@3`, `view.rows:delay=200`; null when it is none of those. */
export function readFailPoint(text: string): Plan | null {
  const [, point, action, ms, visit] = /^([a-z]+\.[a-z]+):(kill|stop|throw|delay)(?:=(\d{1,6}))?(?:@(\d{1,6}))?$/.exec(text) ?? [];
  const known = failPoints.find((one) => one === point);
  return known ? { point: known, action: action as Action, ms: Number(ms ?? 0), visit: Number(visit ?? 1) } : null;
}

/** Arms one place for this process, or none; only tests do, by FAILPOINT. */
export function armFailPoint(plan: Plan | null): void {
  armed = plan;
  visits = 0;
}

/** The place itself: `undefined` unless it is armed and its visit has come; a promise when there is something to wait for. */
export function failPoint(point: FailPoint): Promise<void> | undefined {
  return armed !== null && armed.point === point ? visit(armed) : undefined;
}

function visit(plan: Plan): Promise<void> | undefined {
  visits += 1;
  if (visits !== plan.visit) return undefined;
  // Said at once and by hand: a process that is killed prints nothing more.
  writeSync(2, `failpoint ${plan.point} ${plan.action}\n`);
  switch (plan.action) {
    case 'kill':
      process.kill(process.pid, 'SIGKILL');
      break;
    case 'stop':
      process.kill(process.pid, 'SIGSTOP');
      break;
    case 'throw':
      throw new Error(`failpoint ${plan.point}`);
    case 'delay':
      break;
  }
  // A signal to oneself may arrive a moment later: nothing is done meanwhile.
  return new Promise((resolve) => setTimeout(resolve, plan.action === 'delay' ? plan.ms : 50));
}
