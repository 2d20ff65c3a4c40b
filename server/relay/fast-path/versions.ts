import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The versions whose inside the fast path was written for; each is installed for the one before it. */
const written = [
  ['socket.io', '4.8.4'],
  ['engine.io', '6.6.11'],
  ['ws', '8.21.3'],
] as const;

/** Null when the installed libraries are those the fast path was written for, else what differs. */
export function whyNotFast(): string | null {
  let from = import.meta.url;
  for (const [name, version] of written) {
    from = createRequire(from).resolve(name);
    const installed = versionOf(from);
    if (installed !== version) return `${name} is ${installed}, not ${version}`;
  }
  return null;
}

/** The version of the package that a file belongs to. */
function versionOf(file: string): string {
  let folder = dirname(file);
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version?: string };
  return version ?? versionOf(folder);
}
