import { statfs } from 'node:fs/promises';
import { limits } from '#shared/core/limits.ts';

export interface Space {
  /** Less is free than the reserve: nothing new is taken in until there is room again. */
  full(): boolean;
  /** Null when it cannot be told. */
  freeBytes(): number | null;
  /** Told when it becomes full, and when there is room again. */
  onChange(listener: (full: boolean) => void): void;
  stop(): void;
}

/**
 * Looks once a second how much of the disk below `folder` is free. PostgreSQL ends when its own log cannot grow, so the house stops
 * taking orders before that; what is under way, sessions and saved views live on the reserve.
 */
export async function watchSpace(folder: string, onError: (error: unknown) => void): Promise<Space> {
  let free: number | null = null;
  let isFull = false;
  const listeners: ((full: boolean) => void)[] = [];
  const look = async (): Promise<void> => {
    const before = isFull;
    try {
      const { bavail, bsize } = await statfs(folder);
      free = bavail * bsize;
      isFull = free < limits.storageReserveBytes * (isFull ? 1.25 : 1);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') onError(error);
      free = null;
      isFull = false;
    }
    if (isFull !== before) for (const listener of listeners) listener(isFull);
  };
  await look();
  const timer = setInterval(() => void look(), 1_000);
  timer.unref();
  return { full: () => isFull, freeBytes: () => free, onChange: (listener) => void listeners.push(listener), stop: () => clearInterval(timer) };
}
