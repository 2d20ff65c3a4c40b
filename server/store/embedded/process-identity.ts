import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Identifies a process even when its pid is reused later. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly boot: string;
  readonly start: string;
}

export function ownIdentity(): ProcessIdentity {
  return { pid: process.pid, boot: bootId(), start: startOf(process.pid) ?? 'unknown' };
}

/** True for a stopped process; false for a zombie, a reused pid, or a process of an earlier boot. */
export function stillLives(identity: ProcessIdentity): boolean {
  return identity.boot === bootId() && startOf(identity.pid) === identity.start;
}

function bootId(): string {
  if (process.platform === 'linux') return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  return execFileSync('sysctl', ['-n', 'kern.boottime'], { encoding: 'utf8' }).trim();
}

function startOf(pid: number): string | undefined {
  try {
    if (process.platform !== 'linux')
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}
