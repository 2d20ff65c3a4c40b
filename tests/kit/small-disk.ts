import { spawnSync } from 'node:child_process';
import { chmodSync, closeSync, fsyncSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './folder.ts';

export interface SmallDisk {
  readonly folder: string;
  freeBytes(): number;
  /** Writes ballast until at most this much is free. */
  fill(leaveBytes?: number): void;
  /** Deletes the ballast. */
  free(): void;
  close(): void;
}

/**
 * A tmpfs of the given size that a test can fill. Only root can mount one; otherwise the test fails with a
 * message.
 */
export function openSmallDisk(megabytes: number): SmallDisk {
  const folder = temporaryFolder('ops-disk-');
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0711`, 'tmpfs', folder], {
    encoding: 'utf8',
  });
  if (mounted.status !== 0)
    throw new Error(`A disk that a test can fill is a tmpfs, which needs root: ${mounted.stderr}`);
  chmodSync(folder, 0o711);
  const ballast = join(folder, 'ballast');
  const freeBytes = (): number => {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  };
  return {
    folder,
    freeBytes,
    fill(leaveBytes = 0) {
      const file = openSync(ballast, 'a');
      try {
        for (let left = freeBytes() - leaveBytes; left > 0; left = freeBytes() - leaveBytes) {
          try {
            writeSync(file, Buffer.alloc(Math.min(left, 1 << 20)));
          } catch (error) {
            if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
            break;
          }
        }
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
    },
    free: () => rmSync(ballast, { force: true }),
    close() {
      const gone = spawnSync('umount', ['-l', folder], { encoding: 'utf8' });
      if (gone.status !== 0) throw new Error(gone.stderr);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
