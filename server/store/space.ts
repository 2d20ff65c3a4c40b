import { statSync } from 'node:fs';
import { open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '#shared/core/limits.ts';
import { awayOnce } from '#shared/core/away-once.ts';
import { every } from './every.ts';

export interface Space {
  /** Less space is free than the reserve: no command is accepted until there is room again. */
  full(): boolean;
  /** Null when it is unknown. */
  freeBytes(): number | null;
  /** Called when the disk becomes full and when there is room again. */
  onChange(listener: (full: boolean) => void): void;
  stop(): void;
}

/** While this multiple of the reserve is free, no disk is fast enough to fill within a second. */
const plenty = 64;
const checkMs = 250;
const plentyCheckMs = 1_000;

/**
 * Measures the free space of the disk below `folder` four times a second, or once a second while there is
 * plenty. PostgreSQL ends when its own log cannot grow, so the app refuses commands before that; pending
 * work, sessions and saved views use the reserve. Other programs may fill the disk completely: with
 * `withReserve`, for the disk of the store, part of the reserve is held in a file that is deleted in that
 * moment.
 */
export async function watchSpace(
  folder: string,
  onError: (error: unknown) => void,
  options: { withReserve?: boolean } = {},
): Promise<Space> {
  const { storageReserveBytes: reserve, storageHeldBytes } = limits;
  const most = options.withReserve ? storageHeldBytes : 0;
  const file = join(folder, 'reserve');
  const sick = awayOnce(onError);
  let held = most > 0 && statSync(file, { throwIfNoEntry: false })?.size === most;
  let free: number | null = null;
  let isFull = false;
  const listeners: ((full: boolean) => void)[] = [];
  const measure = async (): Promise<void> => {
    const before = isFull;
    try {
      const { bavail, bsize } = await statfs(folder);
      free = bavail * bsize;
      isFull = free < (isFull ? reserve * 1.25 + most : reserve);
      if (isFull && held) {
        held = false;
        await rm(file, { force: true });
      } else if (most > 0 && !held && free >= reserve * 1.25 + most) {
        await withReserve(file, most);
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
  await measure();
  let soon: NodeJS.Timeout | null = null;
  let looking = false;
  let stopped = false;
  const checkNow = (): void => {
    if (looking) return;
    looking = true;
    if (soon) clearTimeout(soon);
    void measure().finally(() => {
      looking = false;
      const far = free !== null && free > plenty * reserve;
      if (!stopped && !far) soon = setTimeout(checkNow, checkMs).unref();
    });
  };
  checkNow();
  const stopChecking = every(plentyCheckMs, checkNow);
  const stop = (): void => {
    stopped = true;
    stopChecking();
    if (soon) clearTimeout(soon);
  };
  return {
    full: () => isFull,
    freeBytes: () => free,
    onChange: (listener) => void listeners.push(listener),
    stop,
  };
}

/** Writes zeros to disk: a sparse file would reserve nothing. */
async function withReserve(path: string, bytes: number): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    const zeros = Buffer.alloc(1 << 20);
    for (let at = 0; at < bytes; at += zeros.length)
      await file.write(zeros, 0, Math.min(zeros.length, bytes - at), at);
    await file.sync();
  } finally {
    await file.close();
  }
}
