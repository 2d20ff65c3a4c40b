import { writeSync } from 'node:fs';

/** Named points where a test ends, stops, slows or breaks this process. They do nothing unless armed. */
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
  /** The visit at which it fires, counted from 1. */
  readonly visit: number;
}

let armed: Plan | null = null;
let visits = 0;

/** Parses `append.before:kill`, `job.effect:stop@3`, `view.rows:delay=200`; null for anything else. */
export function readFailPoint(text: string): Plan | null {
  const [, point, action, ms, visit] =
    /^([a-z]+\.[a-z]+):(kill|stop|throw|delay)(?:=(\d{1,6}))?(?:@(\d{1,6}))?$/.exec(text) ?? [];
  const known = failPoints.find((one) => one === point);
  return known
    ? { point: known, action: action as Action, ms: Number(ms ?? 0), visit: Number(visit ?? 1) }
    : null;
}

/** Arms one fail point in this process, or none; used only by tests, through FAILPOINT. */
export function armFailPoint(plan: Plan | null): void {
  armed = plan;
  visits = 0;
}

/**
 * Fires the fail point if it is armed and its visit has come; returns a promise when the caller has to wait.
 */
export function failPoint(point: FailPoint): Promise<void> | undefined {
  return armed !== null && armed.point === point ? visit(armed) : undefined;
}

function visit(plan: Plan): Promise<void> | undefined {
  visits += 1;
  if (visits !== plan.visit) return undefined;
  // Written synchronously: a killed process prints nothing more.
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
  // A signal to the own process may arrive a moment later; nothing runs meanwhile.
  return new Promise((resolve) => setTimeout(resolve, plan.action === 'delay' ? plan.ms : 50));
}
