import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Whether a program is on the path. */
export const isThere = (program: string): boolean =>
  spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;

/** Installs a package of Debian where that is possible: as root, with apt-get. Says in a few words how it ended, or null where it could not be tried. */
export function installPackage(name: string): string | null {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null;
  const { status, error } = spawnSync(
    '/bin/sh',
    [
      '-c',
      `apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends ${name}`,
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  return `apt-get install ended with ${error?.message ?? status}`;
}

/** Finds a program that tests start, or brings its package; throws one line that says what is missing and for what. */
export function bringTool(program: string, what: string): void {
  if (isThere(program)) return;
  const tried = installPackage(program);
  if (!isThere(program))
    throw new Error(
      `${program} is missing: ${what}${tried === null ? '' : ` (${tried})`}. Install the package "${program}".`,
    );
}
