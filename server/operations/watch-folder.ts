import { stat } from 'node:fs/promises';
import { every } from '../store/every.ts';

const lookMs = 2_000;

/**
 * Checks that a data folder is still the one from the start. `gone` is called once, with a line that names
 * the folder, after two failed checks in a row: a folder that is restored at once is not reported.
 */
export async function watchFolder(
  folder: string,
  gone: (line: string) => void,
  onError: (error: unknown) => void,
): Promise<() => void> {
  /** A new folder may be given the inode of the one that was removed, so its time of birth counts too. */
  const identity = async (): Promise<string | null> => {
    try {
      const { ino, birthtimeNs } = await stat(folder, { bigint: true });
      return `${ino} ${birthtimeNs}`;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  };
  const first = await identity();
  let missed = 0;
  const look = async (): Promise<void> => {
    const now = await identity();
    missed = now === first ? 0 : missed + 1;
    if (missed < 2) return;
    stop();
    gone(
      now === null
        ? `The data folder ${folder} is gone. This node ends; put the folder back and start it again.`
        : `The data folder ${folder} was replaced by another one. This node ends; start it again on the right folder.`,
    );
  };
  const stop = every(lookMs, () => void look().catch(onError));
  return stop;
}
