import { statSync } from 'node:fs';
import { open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '#shared/core/limits.ts';
import { awayOnce } from '#shared/core/away-once.ts';
import { every } from './every.ts';

export interface Space {
  /** Less is free than the reserve: nothing new is taken in until there is room again. */
  full(): boolean;
  /** Null when it cannot be told. */
  freeBytes(): number | null;
  /** Told when it becomes full, and when there is room again. */
  onChange(listener: (full: boolean) => void): void;
  stop(): void;
}

/** While so many times the reserve is free, no disk is fast enough to fill within a second. */
const plenty = 64;
const lookMs = 250;
const plentyLookMs = 1_000;

/**
 * Looks four times a second, or once while there is plenty, how much of the disk below `folder` is free. PostgreSQL ends when its own log cannot grow, so the house
 * stops taking orders before that; what is under way, sessions and saved views live on the reserve. Others may fill the disk to the
 * last byte: with `hold`, where the store lies on this disk, some of it is held in a file, which is given up in that moment.
 */
export async function watchSpace(folder: string, onError: (error: unknown) => void, options: { hold?: boolean } = {}): Promise<Space> {
  const { storageReserveBytes: reserve, storageHeldBytes } = limits;
  const most = options.hold ? storageHeldBytes : 0;
  const file = join(folder, 'reserve');
  const sick = awayOnce(onError);
  let held = most > 0 && statSync(file, { throwIfNoEntry: false })?.size === most;
  let free: number | null = null;
  let isFull = false;
  const listeners: ((full: boolean) => void)[] = [];
  const look = async (): Promise<void> => {
    const before = isFull;
    try {
      const { bavail, bsize } = await statfs(folder);
      free = bavail * bsize;
      isFull = free < (isFull ? reserve * 1.25 + most : reserve);
      if (isFull && held) {
        held = false;
        await rm(file, { force: true });
      } else if (most > 0 && !held && free >= reserve * 1.25 + most) {
        await hold(file, most);
        held = true;
      }
      sick.back();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') sick.fault(error);
      free = null;
      isFull = false;
    }
    if (isFull !== before) for (const listener of listeners) listener(isFull);
  };
  await look();
  let soon: NodeJS.Timeout | null = null;
  let looking = false;
  let stopped = false;
  const lookNow = (): void => {
    if (looking) return;
    looking = true;
    if (soon) clearTimeout(soon);
    void look().finally(() => {
      looking = false;
      const far = free !== null && free > plenty * reserve;
      if (!stopped && !far) soon = setTimeout(lookNow, lookMs).unref();
    });
  };
  lookNow();
  const stopLooking = every(plentyLookMs, lookNow);
  const stop = (): void => {
    stopped = true;
    stopLooking();
    if (soon) clearTimeout(soon);
  };
  return { full: () => isFull, freeBytes: () => free, onChange: (listener) => void listeners.push(listener), stop };
}

/** Zeros to the disk itself: a file with holes holds nothing. */
async function hold(path: string, bytes: number): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    const zeros = Buffer.alloc(1 << 20);
    for (let at = 0; at < bytes; at += zeros.length) await file.write(zeros, 0, Math.min(zeros.length, bytes - at), at);
    await file.sync();
  } finally {
    await file.close();
  }
}
